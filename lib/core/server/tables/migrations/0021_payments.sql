CREATE TABLE "payments" (
	"shop_id" text NOT NULL,
	"uid" text NOT NULL,
	"state" text NOT NULL,
	"type" text,
	"test" boolean,
	"at" timestamp with time zone NOT NULL,
	"heard_at" timestamp with time zone NOT NULL,
	"state_at" timestamp with time zone NOT NULL,
	"authenticity" text NOT NULL,
	"notification_id" uuid NOT NULL,
	"currency" text,
	"tried" bigint,
	"held" bigint NOT NULL,
	"paid" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	"charged_back" bigint NOT NULL,
	"checkout_id" text,
	"checkout_link" text,
	"product_id" text,
	"asked_amount" bigint,
	"asked_currency" text,
	"difference" text,
	"accepted_at" timestamp with time zone,
	"accepted_by" uuid,
	"accepted_for" text,
	CONSTRAINT "payments_shop_id_uid_pk" PRIMARY KEY("shop_id","uid")
);
--> statement-breakpoint
ALTER TABLE "transaction_states" ALTER COLUMN "said_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "paid_amount" bigint;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "paid_currency" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "difference" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "price_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "earlier_prices" jsonb;--> statement-breakpoint
ALTER TABLE "payment_quarters" ADD COLUMN "charged_back" numeric DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_quarters" ADD COLUMN "chargebacks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "transaction_states" ADD COLUMN "parent_uid" text;--> statement-breakpoint
ALTER TABLE "transaction_states" ADD COLUMN "root_uid" text;--> statement-breakpoint
ALTER TABLE "transaction_states" ADD COLUMN "fingerprint" text;--> statement-breakpoint
ALTER TABLE "transaction_states" ADD COLUMN "heard_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transaction_states" ADD COLUMN "checkout_id" text;--> statement-breakpoint
ALTER TABLE "transaction_states" ADD COLUMN "checkout_link" text;--> statement-breakpoint
ALTER TABLE "transaction_states" ADD COLUMN "product_link" text;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_checkout" ON "payments" USING btree ("shop_id","checkout_id") WHERE "payments"."checkout_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "payments_product" ON "payments" USING btree ("shop_id","product_id","at") WHERE "payments"."product_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "payments_attention" ON "payments" USING btree ("shop_id","state_at") WHERE "payments"."state" IN ('differs', 'disputed');--> statement-breakpoint
CREATE INDEX "transaction_states_root" ON "transaction_states" USING btree ("shop_id","root_uid");--> statement-breakpoint
CREATE INDEX "transaction_states_parent" ON "transaction_states" USING btree ("shop_id","parent_uid") WHERE "transaction_states"."parent_uid" IS NOT NULL;--> statement-breakpoint
-- What earlier releases counted stays; the job that counts notifications of earlier releases works out payments from it.
UPDATE "transaction_states" s SET "root_uid" = s."uid", "parent_uid" = n."parent_uid", "said_at" = n."transaction_at",
  "fingerprint" = encode(n."fingerprint", 'hex'), "heard_at" = s."received_at", "checkout_id" = n."checkout_id",
  "checkout_link" = n."checkout_link", "product_link" = n."product_link"
FROM "notifications" n WHERE n."shop_id" = s."shop_id" AND n."id" = s."notification_id";--> statement-breakpoint
UPDATE "transaction_states" SET "root_uid" = "uid" WHERE "root_uid" IS NULL;--> statement-breakpoint
DELETE FROM "counted_shops";--> statement-breakpoint
-- Another amount is a change, and is listed by itself.
UPDATE "notifications" n SET "duplicate_of" = NULL FROM "notifications" o
WHERE o."shop_id" = n."shop_id" AND o."id" = n."duplicate_of"
  AND (o."amount" IS DISTINCT FROM n."amount" OR o."currency" IS DISTINCT FROM n."currency");
