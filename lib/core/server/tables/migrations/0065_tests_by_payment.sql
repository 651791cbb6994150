-- Captures and refunds of a test count as tests since this release, also without a flag of their own: live shops that have some count
-- again, in the background.
DELETE FROM "counted_shops" WHERE "shop_id" IN (
  SELECT t."shop_id" FROM "transaction_states" t JOIN "shops" s ON s."id" = t."shop_id" AND s."mode" = 'live'
  WHERE t."test" AND EXISTS (SELECT 1 FROM "transaction_states" f
    WHERE f."shop_id" = t."shop_id" AND f."root_uid" = t."root_uid" AND f."test" IS NULL));
