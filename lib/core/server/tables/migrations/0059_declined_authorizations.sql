-- Declined authorizations count as failed payments since this release: shops that have some count again, in the background.
DELETE FROM "counted_shops" WHERE "shop_id" IN (
  SELECT "shop_id" FROM "transaction_states"
  WHERE "type" = 'authorization' AND "status" IN ('failed', 'error') AND "counts_as" IS NULL);
