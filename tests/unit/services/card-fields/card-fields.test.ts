import { describe, expect, it, vi } from 'vitest';
import { paymentMachine } from '#machines/purchase/payment.ts';
import { createCardFields, type GatewayPage } from '#services/card-fields/card-fields.ts';
import type { CollectOptions } from '#services/card-fields/collect-js.ts';

const settings = { scriptUrl: 'http://gateway.test/Collect.js', tokenizationKey: 'a-key' };
const refused = (name: string, message: string) => ({ outcome: 'refused', failure: { name, message } });
type Hang = () => Promise<never>;
const neverEnding: Hang = () => new Promise<never>(() => undefined);

const open = (changes: { global?: unknown; page?: Partial<GatewayPage>; hosts?: object } = {}) => {
  const configured: CollectOptions[] = [];
  const gateway = {
    configure: vi.fn((options: CollectOptions) => {
      configured.push(options);
      options.fieldsAvailableCallback();
    }),
    startPaymentRequest: vi.fn(),
  };
  let move: () => void = () => undefined;
  const discarded = vi.fn();
  const fields = createCardFields(settings, {
    page: {
      loadScript: async () => undefined,
      discardScript: () => discarded(),
      readGlobal: () => ('global' in changes ? changes.global : gateway),
      createElements: (onMoved) => {
        move = onMoved;
        return {
          attach: () => undefined,
          clear: () => undefined,
          focused: () => undefined,
          watchBlur: () => () => undefined,
          whenAttached: async () => undefined,
          whenLoaded: neverEnding,
          ...changes.hosts,
        };
      },
      ...changes.page,
    },
  });
  const latest = () => {
    const options = configured.at(-1);
    if (options === undefined) throw new Error('Nothing was configured');
    return options;
  };
  return { fields, gateway, configured, latest, discarded, move: () => move() };
};

const mounted = async (changes?: Parameters<typeof open>[0]) => {
  const world = open(changes);
  await world.fields.mount();
  return world;
};

const typeCard = ({ validationCallback }: CollectOptions) => {
  for (const field of ['ccnumber', 'ccexp', 'cvv']) validationCallback(field, true, '');
};

describe('mounting the card fields', () => {
  it('configures three inline fields with the form’s labels', async () => {
    const { fields, latest } = open();
    expect(await fields.mount()).toEqual({ outcome: 'mounted' });
    expect(latest()).toMatchObject({
      variant: 'inline',
      fields: {
        ccnumber: { selector: '#coffer-ccnumber', title: 'Card number' },
        ccexp: { selector: '#coffer-ccexp', title: 'Expiry' },
        cvv: { selector: '#coffer-cvv', title: 'CVV', display: 'required' },
      },
    });
  });

  it('succeeds once the iframes load, even if the gateway does not report its fields', async () => {
    const { fields, gateway } = open({ hosts: { whenLoaded: async () => undefined } });
    gateway.configure.mockImplementation(() => undefined);
    expect(await fields.mount()).toEqual({ outcome: 'mounted' });
  });

  it('fails if the script doesn’t load', async () => {
    const { fields } = open({ page: { loadScript: () => Promise.reject(new Error('blocked')) } });
    expect(await fields.mount()).toEqual(refused('system-not-ready', 'blocked'));
  });

  it.each([undefined, null, 'CollectJS', {}, { configure: 1, startPaymentRequest: 2 }])(
    'fails if the script’s global is %s',
    async (global) => {
      expect(await open({ global }).fields.mount()).toMatchObject({ failure: { name: 'system-not-ready' } });
    },
  );

  it('loads a failed script again only at the next mount, not at a warm-up', async () => {
    const loadScript = vi.fn(async () => undefined).mockRejectedValueOnce(new Error('blocked'));
    const { fields } = open({ page: { loadScript } });
    await fields.mount();
    fields.warmUp();
    expect(loadScript).toHaveBeenCalledOnce();
    await fields.mount();
    expect(loadScript).toHaveBeenCalledTimes(2);
  });

  it('replaces the script if the previous mount failed', async () => {
    const { fields, gateway, discarded } = open();
    gateway.configure.mockImplementationOnce(() => {
      throw new Error('corrupted');
    });
    await fields.mount();
    expect(await fields.mount()).toEqual({ outcome: 'mounted' });
    expect(discarded).toHaveBeenCalledOnce();
  });

  it('fails if the gateway throws', async () => {
    const { fields, gateway } = open();
    gateway.configure.mockImplementation(() => {
      throw new Error('unknown option');
    });
    expect(await fields.mount()).toEqual(refused('form-unavailable', 'unknown option'));
    expect(await fields.tokenize()).toMatchObject({ failure: { name: 'system-not-ready' } });
  });

  it.each([
    ['system-not-ready', 'the script hangs', (hang: Hang) => ({ page: { loadScript: hang } })],
    ['form-unavailable', 'no iframe appears', (hang: Hang) => ({ hosts: { whenLoaded: hang } })],
    ['form-unavailable', 'no container appears', (hang: Hang) => ({ hosts: { whenAttached: hang } })],
  ])('times out with %s if %s', async (name, _, changesWith) => {
    const limit = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(limit.signal);
    const hang = () => {
      queueMicrotask(() => limit.abort(new Error('too long')));
      return new Promise<never>((_, reject) =>
        limit.signal.addEventListener('abort', () => reject(limit.signal.reason)),
      );
    };
    const { fields, gateway } = open(changesWith(hang));
    gateway.configure.mockImplementation(() => undefined);
    expect(await fields.mount()).toEqual(refused(name, 'too long'));
  });

  it('rejects with the signal’s reason if it is aborted', async () => {
    const { fields } = open({ page: { loadScript: neverEnding } });
    const reason = new Error('another package');
    const leaving = new AbortController();
    const mounting = fields.mount(leaving.signal);
    leaving.abort(reason);
    await expect(mounting).rejects.toBe(reason);
  });
});

describe('card field validation', () => {
  it('is reported immediately and at each change, without a message for a valid field', async () => {
    const { fields, latest } = await mounted();
    latest().validationCallback('cvv', false, 'CVV must be 3 or 4 digits');
    const send = vi.fn();
    const stop = fields.watch(send);
    latest().validationCallback('cvv', true, 'Success');
    latest().validationCallback('checkname', true, '');
    stop();
    latest().validationCallback('cvv', false, 'Field is empty');
    const checked = (field: string, valid: boolean, message: string) => [
      { type: 'card-field.checked', field, valid, message },
    ];
    expect(send.mock.calls).toEqual([
      checked('number', false, ''),
      checked('expiry', false, ''),
      checked('code', false, 'CVV must be 3 or 4 digits'),
      checked('code', true, ''),
    ]);
  });

  it('is cleared for a field that gets the focus, from the page or from another field', async () => {
    let focused: 'expiry' | 'code' | undefined;
    let blur: () => void = () => undefined;
    const watchBlur = (onBlur: () => void) => {
      blur = onBlur;
      return () => undefined;
    };
    const { fields, latest } = await mounted({ hosts: { focused: () => focused, watchBlur } });
    for (const field of ['ccexp', 'cvv']) latest().validationCallback(field, false, 'Field is empty');
    const messages = () => {
      const send = vi.fn();
      fields.watch(send)();
      return send.mock.calls.map(([{ message }]) => message);
    };
    const send = vi.fn();
    fields.watch(send);
    blur();
    expect(messages()).toEqual(['', 'Field is empty', 'Field is empty']);
    focused = 'expiry';
    blur();
    expect(messages()).toEqual(['', null, 'Field is empty']);
    expect(send.mock.lastCall).toEqual([{ type: 'form.edited' }]);
    focused = 'code';
    latest().validationCallback('ccexp', false, 'Expired');
    expect(messages()).toEqual(['', 'Expired', null]);
  });

  it('is cleared by a new mount, and ignored from an older mount', async () => {
    const { fields, configured } = await mounted();
    configured[0]?.validationCallback('ccnumber', true, '');
    await fields.mount();
    const send = vi.fn();
    fields.watch(send);
    configured[0]?.validationCallback('ccnumber', true, '');
    expect(send.mock.calls.map(([{ valid }]) => valid)).toEqual([false, false, false]);
    configured[1]?.validationCallback('ccnumber', true, '');
    expect(send.mock.lastCall).toMatchObject([{ valid: true }]);
  });

  it('is not lost if the view placed a field before the gateway drew it', async () => {
    let move: () => void = () => undefined;
    const { fields, ...page } = open({ hosts: { whenAttached: async () => move() } });
    move = page.move;
    await fields.mount();
    const send = vi.fn();
    fields.watch(send);
    expect(send).not.toHaveBeenCalledWith({ type: 'card-fields.lost' });
  });

  it('stops if a field moves, until the next mount', async () => {
    const { fields, move } = await mounted();
    const send = vi.fn();
    const stop = fields.watch(send);
    move();
    expect(send.mock.lastCall).toEqual([{ type: 'card-fields.lost' }]);
    stop();
    const sendLater = vi.fn();
    fields.watch(sendLater);
    expect(sendLater.mock.calls).toEqual([[{ type: 'card-fields.lost' }]]);
    await fields.mount();
    expect(sendLater.mock.lastCall).toMatchObject([{ type: 'card-field.checked', valid: false }]);
  });
});

describe('a token', () => {
  const typed = async () => {
    const world = await mounted();
    typeCard(world.latest());
    return world;
  };

  it('arrives once, however often the gateway sends the token', async () => {
    const { fields, latest, gateway } = await typed();
    const request = fields.tokenize();
    latest().callback({ token: 'first', card: { number: '411111******1111' } });
    latest().callback({ token: 'second' });
    expect(await request).toEqual({ outcome: 'tokenized', paymentToken: 'first' });
    expect(gateway.startPaymentRequest).toHaveBeenCalledOnce();
  });

  it.each([undefined, null, {}, { token: '' }, { token: 7 }])(
    'is not found in the response %j',
    async (response) => {
      const { fields, latest } = await typed();
      const request = fields.tokenize();
      latest().callback(response);
      expect(await request).toEqual({ outcome: 'refused', failure: { name: 'token-missing', message: '' } });
    },
  );

  it('is not awaited if a field turns out to be invalid', async () => {
    const { fields, latest } = await typed();
    const request = fields.tokenize();
    typeCard(latest());
    latest().validationCallback('cvv', false, 'Field is empty');
    expect(await request).toEqual(refused('card-incomplete', 'Field is empty'));
  });

  it('is rejected with the first invalid field’s message once all fields are checked', async () => {
    const { fields, latest } = await typed();
    const request = fields.tokenize();
    latest().validationCallback('cvv', false, 'Field is empty');
    latest().validationCallback('ccexp', true, '');
    latest().validationCallback('ccnumber', false, 'Not a card');
    expect(await request).toMatchObject({ failure: { name: 'card-incomplete', message: 'Not a card' } });
  });

  it('can’t be requested if the gateway throws', async () => {
    const { fields, gateway } = await typed();
    gateway.startPaymentRequest.mockImplementation(() => {
      throw new Error('not now');
    });
    expect(await fields.tokenize()).toEqual(refused('start-failed', 'not now'));
  });

  it('can’t be requested without mounted fields', async () => {
    expect(await open().fields.tokenize()).toMatchObject({ failure: { name: 'system-not-ready' } });
  });

  it.each(['an older mounting', 'a request that was given up'])(
    'is dropped if it belongs to %s, and a new token is requested',
    async (kind) => {
      const { fields, configured, gateway } = await typed();
      const [older] = configured;
      const leaving = new AbortController();
      const request = fields.tokenize(leaving.signal).catch(() => 'given up');
      if (kind === 'an older mounting') await fields.mount();
      else leaving.abort();
      expect(await request).not.toMatchObject({ outcome: 'tokenized' });
      const next = fields.tokenize();
      older?.callback({ token: 'late' });
      await Promise.resolve();
      configured.at(-1)?.callback({ token: 'new' });
      expect(await next).toEqual({ outcome: 'tokenized', paymentToken: 'new' });
      expect(gateway.startPaymentRequest).toHaveBeenCalledTimes(3);
    },
  );

  it('marks a card as valid if the gateway did not', async () => {
    const { fields, latest } = await mounted();
    const send = vi.fn();
    fields.watch(send);
    const request = fields.tokenize();
    latest().callback({ token: 'first' });
    await request;
    expect(send.mock.calls.slice(-3).map(([{ field, valid }]) => [field, valid])).toEqual([
      ['number', true],
      ['expiry', true],
      ['code', true],
    ]);
  });

  it('is requested only by the app, because nothing clicks the script’s button', async () => {
    const { latest } = await mounted();
    expect(latest().paymentSelector).toBe('#coffer-start');
  });

  it.each([
    ['its timeout', (options: CollectOptions) => options.timeoutCallback()],
    ['silence', (_options: CollectOptions, end: () => void) => end()],
  ])('makes the next mount replace the script if the token is lost to %s', async (_, stall) => {
    const { fields, latest, discarded, configured } = await typed();
    const limit = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(limit.signal);
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    const request = fields.tokenize();
    clock.mockReturnValue(25_000);
    stall(latest(), () => limit.abort());
    expect(await request).toEqual({ outcome: 'refused', failure: { name: 'token-timeout', message: '' } });
    vi.restoreAllMocks();
    expect(discarded).not.toHaveBeenCalled();
    await fields.mount();
    expect(discarded).toHaveBeenCalledOnce();
    const next = fields.tokenize();
    configured[0]?.callback({ token: 'of the old script' });
    latest().callback({ token: 'of the new script' });
    expect(await next).toEqual({ outcome: 'tokenized', paymentToken: 'of the new script' });
  });

  it('can be requested again long after the last token', async () => {
    const { fields, latest } = await typed();
    const limit = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(limit.signal);
    const first = fields.tokenize();
    latest().callback({ token: 'first' });
    await first;
    limit.abort();
    const second = fields.tokenize();
    latest().callback({ token: 'second' });
    expect(await second).toEqual({ outcome: 'tokenized', paymentToken: 'second' });
  });

  it('times out in Collect.js first, then in the adapter, then in the checkout', async () => {
    const limits = vi.spyOn(AbortSignal, 'timeout');
    const { fields, latest } = await typed();
    void fields.tokenize();
    const adapterLimit = limits.mock.lastCall?.[0] ?? 0;
    vi.restoreAllMocks();
    const { tokenLimit } = paymentMachine.implementations.delays;
    expect(latest().timeoutDuration).toBeLessThan(adapterLimit);
    expect(adapterLimit).toBeLessThan(Number(tokenLimit));
  });
});
