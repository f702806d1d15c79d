import { type TopUpNews, topUpDelays } from '#contract/top-up-news.ts';

export type Notices = Pick<TopUpNews, 'declined' | 'delayed' | 'shortfall'>;

/** SQL: the `Notices` as JSON, for a query from `accounts` and `top_ups`. Null without settings. */
export const topUpNotices = `(
  select jsonb_build_object(
    'declined', (
      select jsonb_build_object(
        'date', instant(attempts.settled_at), 'amount_cents', amount_cents, 'reason', refusal_detail, 'next_try', instant(waiting.try_at)
      )
      from purchase_attempts attempts join transactions using (customer_id, position)
      where customer_id = top_ups.customer_id and attempt_id = top_ups.declined_attempt
    ),
    'delayed', case
      when waiting.reason = any ('{${topUpDelays.join()}}') and waiting.try_at > store_now()
        -- Usually known within seconds.
        and (waiting.reason <> 'outcome-unknown' or waiting.try_at > store_now() + interval '10 s')
      then jsonb_build_object('reason', waiting.reason, 'until', instant(waiting.try_at))
    end,
    'shortfall', (
      select jsonb_build_object('date', instant(made_at), 'required_credits', required_credits, 'package_credits', package_credits)
      from (
        select * from top_up_requests where customer_id = top_ups.customer_id order by made_at desc, ended_at is null desc limit 1
      ) latest
      where top_ups.state <> 'off' and made_at >= top_ups.consented_at
        and required_credits > greatest(available_credits + package_credits, balance - held)
    )
  )
  from (
    select credits + bonus_credits as package_credits from product_versions
    where product_id = top_ups.product_id and version = top_ups.product_version
  ) package
  left join top_up_requests waiting on waiting.customer_id = top_ups.customer_id and waiting.state = 'open'
    and top_ups.state = 'on' and balance - held < greatest(top_ups.threshold_credits, waiting.required_credits)
)`;
