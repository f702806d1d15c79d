/** A gateway process for load tests. Sends its URL to the parent, approves every sale and stores nothing. */
import { once } from 'node:events';
import { createServer } from 'node:http';

let sales = 9_000_000_000;
const server = createServer(async (request, response) => {
  request.resume();
  await once(request, 'end');
  sales += 1;
  response.end(
    request.url === '/api/query.php'
      ? '<?xml version="1.0" encoding="UTF-8"?><nm_response></nm_response>'
      : `response=1&responsetext=SUCCESS&authcode=123456&transactionid=${sales}&avsresponse=Y&cvvresponse=M&orderid=&type=sale&response_code=100`,
  );
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (typeof address === 'object') process.send?.(`http://127.0.0.1:${address?.port}`);
