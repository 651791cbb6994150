ALTER TABLE "transaction_states" ADD COLUMN "counted_brand" text;--> statement-breakpoint
ALTER TABLE "transaction_states" ADD COLUMN "counted_country" text;--> statement-breakpoint
-- A transaction counts under the card of its payment if it names none itself, such as a capture.
WITH moved AS (
  UPDATE "transaction_states" t
  SET "counted_brand" = coalesce(t."card_brand", p."card_brand"),
    "counted_country" = coalesce(t."card_country", p."card_country")
  FROM "payments" p
  WHERE p."shop_id" = t."shop_id" AND p."uid" = t."root_uid" AND t."counts_as" IN ('paid', 'failed')
    AND t."counted_brand" IS NULL AND t."counted_country" IS NULL
    AND (t."card_brand" IS NULL AND p."card_brand" IS NOT NULL
      OR t."card_country" IS NULL AND p."card_country" IS NOT NULL)
  RETURNING t.*
)
INSERT INTO "payment_days" AS d ("shop_id", "currency", "facet", "days", "day", "value", "paid", "payments", "failed")
SELECT "shop_id", "currency", facet, 1, ("at" AT TIME ZONE 'UTC')::date AS day, value,
  coalesce(sum(sign * "amount") FILTER (WHERE "counts_as" = 'paid'), 0) AS paid,
  coalesce(sum(sign) FILTER (WHERE "counts_as" = 'paid'), 0) AS payments,
  coalesce(sum(sign) FILTER (WHERE "counts_as" = 'failed'), 0) AS failed
FROM moved, LATERAL (VALUES
  ('brand', coalesce("card_brand", ''), -1), ('brand', coalesce("counted_brand", ''), 1),
  ('country', coalesce("card_country", ''), -1), ('country', coalesce("counted_country", ''), 1)
) AS facets (facet, value, sign)
GROUP BY "shop_id", "currency", facet, day, value
ON CONFLICT ("shop_id", "currency", "facet", "days", "day", "value") DO UPDATE
SET "paid" = d."paid" + excluded."paid", "payments" = d."payments" + excluded."payments",
  "failed" = d."failed" + excluded."failed";
