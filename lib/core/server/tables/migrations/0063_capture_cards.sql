ALTER TABLE "transaction_states" ADD COLUMN "counted_brand" text;--> statement-breakpoint
ALTER TABLE "transaction_states" ADD COLUMN "counted_country" text;--> statement-breakpoint
-- Captures count under the card of their authorization since this release: shops with such captures count again, in the
-- background.
DELETE FROM "counted_shops" WHERE "shop_id" IN (
  SELECT t."shop_id" FROM "transaction_states" t
  JOIN "payments" p ON p."shop_id" = t."shop_id" AND p."uid" = t."root_uid"
  WHERE t."type" = 'capture' AND t."counts_as" = 'paid' AND (t."card_brand" IS NULL AND p."card_brand" IS NOT NULL
    OR t."card_country" IS NULL AND p."card_country" IS NOT NULL));
