import type { Interval, Plan, Subscription } from "./billing.types.ts";
import { limitOf, moneyWords } from "../words.ts";

interface PlanCardsProps {
  plans: readonly Plan[];
  live: Subscription | null;
  interval: Interval;
  isBusy: boolean;
  onInterval(interval: Interval): void;
  onChoose(plan: Plan): void;
}

/** Available plans with price, limits and a button to choose each. */
export function PlanCards({ plans, live, interval, isBusy, onInterval, onChoose }: PlanCardsProps) {
  return (
    <>
      <p>
        <label>
          Paid{" "}
          <select value={interval} onChange={(event) => onInterval(event.currentTarget.value as Interval)}>
            <option value="monthly">monthly</option>
            <option value="yearly">yearly</option>
          </select>
        </label>
      </p>
      <ul class="plans">
        {plans.map((plan) => {
          const isHeld = live
            ? live.planId === plan.planId && live.interval === interval
            : isFree(plan, interval);
          return (
            <li key={plan.planId} class={isHeld ? "current" : undefined}>
              <h3>{plan.name}</h3>
              <p>
                <strong>{priceWords(plan, interval)}</strong>
              </p>
              <ul>
                <li>{limitOf(plan.limits.requestsPerMinute)} requests per minute</li>
                <li>{limitOf(plan.limits.requestsPerDay)} per day</li>
                <li>{limitOf(plan.limits.requestsPerMonth)} per month</li>
              </ul>
              <div class="buttons">
                {isHeld ? (
                  <span class="muted">Current plan</span>
                ) : (
                  isOnSale(plan, interval) && (
                    <button
                      type="button"
                      disabled={isBusy}
                      aria-label={`${live ? "Change to" : "Upgrade to"} ${plan.name}`}
                      onClick={() => onChoose(plan)}
                    >
                      {live ? "Change" : "Upgrade"}
                    </button>
                  )
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function isFree({ prices, custom }: Plan, interval: Interval): boolean {
  return !custom && (prices[interval]?.amount ?? 0) === 0;
}

function isOnSale(plan: Plan, interval: Interval): boolean {
  return plan.prices[interval] !== undefined && !isFree(plan, interval);
}

function priceWords(plan: Plan, interval: Interval): string {
  const price = plan.prices[interval];
  if (plan.custom || !price) return plan.custom ? "custom price" : "free";
  return `${moneyWords(price.amount, price.currency)} ${interval === "monthly" ? "per month" : "per year"}`;
}
