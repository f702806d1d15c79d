const brands = [
  { name: 'Visa', prefix: /^4/, groups: [4, 4, 4, 4, 3] },
  { name: 'Mastercard', prefix: /^(5[1-5]|2[2-7])/, groups: [4, 4, 4, 4] },
  { name: 'American Express', prefix: /^3[47]/, groups: [4, 6, 5] },
  { name: 'Diners Club', prefix: /^3(0|6|8)/, groups: [4, 6, 4] },
  { name: 'Discover', prefix: /^6(011|4[4-9]|5)/, groups: [4, 4, 4, 4, 3] },
  { name: 'JCB', prefix: /^35/, groups: [4, 4, 4, 4, 3] },
];
const unknownBrand = { name: '', groups: [4, 4, 4, 4, 3] };

const digitsOf = (text) => text.replaceAll(/\D/g, '');

export const brandOf = (number) => {
  const digits = digitsOf(number);
  return brands.find(({ prefix }) => prefix.test(digits)) ?? unknownBrand;
};

const cardNumber = (typed) => {
  const digits = digitsOf(typed);
  const groups = [];
  let start = 0;
  for (const length of brandOf(digits).groups) {
    if (start < digits.length) groups.push(digits.slice(start, start + length));
    start += length;
  }
  return groups.join(' ');
};

/** Formats an expiry as MM/YY or MM/YYYY. Adds the slash, except while deleting. */
const expiry = (typed, deleting) => {
  const wholeMonth = /^\s*([2-9]|[01]\s*\/)/.test(typed) ? `0${typed.trim()}` : typed;
  const digits = digitsOf(wholeMonth);
  const year = digits.slice(2, digits.slice(2, 4) === '20' ? 6 : 4);
  const slash = digits.length > 2 || (digits.length === 2 && !deleting) ? '/' : '';
  return digits.slice(0, 2) + slash + year;
};

const cvv = (typed) => digitsOf(typed).slice(0, 4);

/** Reformats an input's value, and keeps the caret after the same digit. */
const rewrite = (format) => (input, deleting) => {
  const before = input.value;
  const after = format(before, deleting);
  if (after === before) return;
  const caret = input.selectionStart ?? before.length;
  const digitsAhead = digitsOf(before.slice(caret)).length;
  let position = after.length;
  for (let left = digitsAhead; left > 0; position -= 1) {
    if (/\d/.test(after[position - 1])) left -= 1;
  }
  input.value = after;
  input.setSelectionRange(position, position);
};

export const formats = { ccnumber: rewrite(cardNumber), ccexp: rewrite(expiry), cvv: rewrite(cvv) };
