-- Voids of a part, and declined refunds of payments that nobody reported, decide the state of a payment differently since this release:
-- shops that have some count again, in the background.
DELETE FROM "counted_shops" WHERE "shop_id" IN (
  SELECT "shop_id" FROM "transaction_states"
  WHERE "type" = 'void' OR ("type" IN ('refund', 'chargeback') AND "status" IN ('failed', 'error')));
