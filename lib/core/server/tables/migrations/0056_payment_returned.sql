DROP INDEX "payments_returned";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "has_returned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "payments_returned" ON "payments" USING btree ("shop_id","at","uid") WHERE ("payments"."has_returned" OR "payments"."refunded" + "payments"."charged_back" > 0);--> statement-breakpoint
UPDATE "payments" p SET "has_returned" = true FROM "transaction_states" t
WHERE t."shop_id" = p."shop_id" AND t."root_uid" = p."uid"
  AND t."counts_as" IN ('refunded', 'charged_back') AND t."currency" IS DISTINCT FROM p."currency";--> statement-breakpoint
UPDATE "payments" SET "has_returned" = true
WHERE "state" IN ('refunded', 'partly_refunded') AND "refunded" + "charged_back" = 0;
