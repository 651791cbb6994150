-- What was on its way cannot be sealed by SQL: the old deliveries go. They were the sandbox's own.
DELETE FROM "sandbox"."deliveries";
--> statement-breakpoint
CREATE TABLE "sandbox"."cards" (
	"shop_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"token_sealed" "bytea" NOT NULL,
	"description" jsonb NOT NULL,
	"stamp" text NOT NULL,
	"success" boolean NOT NULL,
	"three_d_secure" text NOT NULL,
	"contract" text[] NOT NULL,
	"payer_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cards_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."checkouts" (
	"shop_id" integer NOT NULL,
	"token" text NOT NULL,
	"request" jsonb NOT NULL,
	"card_token_sealed" "bytea",
	"attempts" integer DEFAULT 1 NOT NULL,
	"attempts_used" integer DEFAULT 0 NOT NULL,
	"status" text,
	"message" text,
	"finished" boolean DEFAULT false NOT NULL,
	"expired" boolean DEFAULT false NOT NULL,
	"uid" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "checkouts_shop_id_token_pk" PRIMARY KEY("shop_id","token")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."customers" (
	"shop_id" integer NOT NULL,
	"id" text NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sandbox"."customers_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"fields" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."faults" (
	"shop_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"kind" text NOT NULL,
	"parameters" jsonb NOT NULL,
	"remaining" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "faults_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."mails" (
	"shop_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"uid" uuid NOT NULL,
	"recipient" text NOT NULL,
	"language" text NOT NULL,
	"subject" text NOT NULL,
	"lines" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mails_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."transactions" (
	"shop_id" integer NOT NULL,
	"uid" uuid NOT NULL,
	"attempt" uuid,
	"product_id" text,
	"checkout_token" text,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"failure" text,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"tracking_id" text,
	"tracking_ids" text[] NOT NULL,
	"stamp" text,
	"body" jsonb NOT NULL,
	"card_token_sealed" "bytea",
	"pending" jsonb,
	"return_url" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transactions_shop_id_uid_pk" PRIMARY KEY("shop_id","uid")
);
--> statement-breakpoint
ALTER TABLE "sandbox"."deliveries" ADD COLUMN "subject" text NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox"."deliveries" ADD COLUMN "url" text NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox"."deliveries" ADD COLUMN "schedule" text NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox"."deliveries" ADD COLUMN "body_sealed" "bytea" NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox"."shops" ADD COLUMN "customer_emails" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox"."shops" ADD COLUMN "save_card_toggle" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox"."shops" ADD COLUMN "another_card_toggle" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox"."shops" ADD COLUMN "retry_speed" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox"."cards" ADD CONSTRAINT "cards_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "sandbox"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."checkouts" ADD CONSTRAINT "checkouts_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "sandbox"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."customers" ADD CONSTRAINT "customers_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "sandbox"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."faults" ADD CONSTRAINT "faults_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "sandbox"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."mails" ADD CONSTRAINT "mails_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "sandbox"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."transactions" ADD CONSTRAINT "transactions_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "sandbox"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cards_token" ON "sandbox"."cards" USING btree ("shop_id","token_hash");--> statement-breakpoint
CREATE INDEX "cards_payer" ON "sandbox"."cards" USING btree ("shop_id","payer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_token" ON "sandbox"."checkouts" USING btree ("token");--> statement-breakpoint
CREATE INDEX "checkouts_due" ON "sandbox"."checkouts" USING btree ("expires_at") WHERE NOT "sandbox"."checkouts"."finished";--> statement-breakpoint
CREATE INDEX "customers_newest" ON "sandbox"."customers" USING btree ("shop_id","position" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "faults_endpoint" ON "sandbox"."faults" USING btree ("shop_id","endpoint","created_at");--> statement-breakpoint
CREATE INDEX "mails_newest" ON "sandbox"."mails" USING btree ("shop_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_uid" ON "sandbox"."transactions" USING btree ("uid");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_attempt" ON "sandbox"."transactions" USING btree ("shop_id","attempt");--> statement-breakpoint
CREATE INDEX "transactions_product" ON "sandbox"."transactions" USING btree ("shop_id","product_id");--> statement-breakpoint
CREATE INDEX "transactions_checkout" ON "sandbox"."transactions" USING btree ("shop_id","checkout_token");--> statement-breakpoint
CREATE INDEX "transactions_tracking" ON "sandbox"."transactions" USING gin ("tracking_ids");--> statement-breakpoint
CREATE INDEX "transactions_stamp" ON "sandbox"."transactions" USING btree ("shop_id","stamp","created_at") WHERE "sandbox"."transactions"."stamp" IS NOT NULL;
--> statement-breakpoint
INSERT INTO "sandbox"."transactions"
	("shop_id", "uid", "attempt", "product_id", "type", "status", "amount", "currency", "tracking_ids", "body", "return_url", "created_at", "updated_at")
SELECT t."shop_id", t."uid", t."attempt", t."product_id", t."type", t."status", t."amount", t."currency", '{}', t."body",
	coalesce(p."return_url", s."url"), t."created_at", t."created_at"
FROM "sandbox"."payments" t
JOIN "sandbox"."shops" s ON s."id" = t."shop_id"
LEFT JOIN "sandbox"."products" p ON p."shop_id" = t."shop_id" AND p."id" = t."product_id";
--> statement-breakpoint
DROP TABLE "sandbox"."payments" CASCADE;--> statement-breakpoint
ALTER TABLE "sandbox"."deliveries" DROP COLUMN "uid";--> statement-breakpoint
ALTER TABLE "sandbox"."deliveries" DROP COLUMN "body";
