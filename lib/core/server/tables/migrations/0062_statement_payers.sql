CREATE INDEX "transaction_states_stated" ON "transaction_states" USING btree ("shop_id","checkout_id") WHERE "transaction_states"."reconciliation_id" IS NOT NULL AND "transaction_states"."checkout_id" IS NOT NULL;--> statement-breakpoint
-- Customers of checkouts whose payment only a statement reports, and those whom they were merged into.
WITH RECURSIVE paid AS (
  SELECT k."shop_id", k."customer_id" AS id, max(t."at") AS at FROM "transaction_states" t
  JOIN "checkouts" k ON k."shop_id" = t."shop_id" AND k."id" = t."checkout_id" AND k."customer_id" IS NOT NULL
  WHERE t."reconciliation_id" IS NOT NULL AND t."checkout_id" IS NOT NULL AND t."counts_as" = 'paid'
  GROUP BY 1, 2
), line AS (
  SELECT "shop_id", id, at FROM paid
  UNION SELECT c."shop_id", c."merged_into", line.at FROM line
  JOIN "customers" c ON c."shop_id" = line."shop_id" AND c."id" = line.id WHERE c."merged_into" IS NOT NULL
)
UPDATE "customers" c SET "last_paid_at" = newest.at
FROM (SELECT "shop_id", id, max(at) AS at FROM line GROUP BY 1, 2) newest
WHERE c."shop_id" = newest."shop_id" AND c."id" = newest.id AND c."anonymised_at" IS NULL
  AND (c."last_paid_at" IS NULL OR c."last_paid_at" < newest.at);--> statement-breakpoint
-- What was captured of an authorization counts alone since this release, once the rest was released: shops with such payments
-- count again, in the background.
DELETE FROM "counted_shops" WHERE "shop_id" IN (
  SELECT v."shop_id" FROM "transaction_states" v
  JOIN "transaction_states" c ON c."shop_id" = v."shop_id" AND c."root_uid" = v."root_uid" AND c."type" = 'capture'
  WHERE v."type" = 'void' AND v."status" = 'successful');
