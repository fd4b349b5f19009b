import type { OfferedLine } from '@desk/contract/renewal-work/offers';
import type { OfferLine } from '../../platform/db/tables/offers.ts';

const proposedOnWire = ({ seats, plan, unitPrice, present }: NonNullable<OfferLine['proposed']>) => ({
  ...{ seats, plan_name: plan, unit_price: unitPrice },
  present: { seats: present.seats, plan_name: present.plan, unit_price: present.unitPrice },
});

/** A line as callers get it. */
export const lineOnWire = (line: OfferLine): OfferedLine => ({
  renewal_id: line.renewalId,
  domain_name: line.domain,
  sku_name: line.product,
  plan_name: line.plan,
  from: line.from,
  to: line.to,
  seats: line.seats,
  used_seats: line.usedSeats,
  unit_price: line.unitPrice,
  amount: line.amount,
  proposed: line.proposed ? proposedOnWire(line.proposed) : null,
});
