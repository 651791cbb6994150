CREATE TABLE "card_tokens" (
	"shop_id" text NOT NULL,
	"id" text NOT NULL,
	"token_sealed" "bytea" NOT NULL,
	"mark" "bytea" NOT NULL,
	"token_end" text NOT NULL,
	"brand" text,
	"product" text,
	"bin" text,
	"last_4" text,
	"holder" text,
	"exp_month" smallint,
	"exp_year" smallint,
	"issuer_country" text,
	"issuer_name" text,
	"stamp" text,
	"contracts" text[] DEFAULT '{}' NOT NULL,
	"test" boolean DEFAULT false NOT NULL,
	"source" text NOT NULL,
	"checkout_id" text,
	"notification_id" uuid,
	"uid" text,
	"email" text,
	"customer_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"search" text NOT NULL,
	CONSTRAINT "card_tokens_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "checkout_templates" (
	"shop_id" text NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"fields" jsonb NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_by" uuid NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "checkout_templates_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"shop_id" text NOT NULL,
	"id" text NOT NULL,
	"token" text,
	"redirect_url" text,
	"request" jsonb NOT NULL,
	"card_token_id" text,
	"transaction_type" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"description" text NOT NULL,
	"tracking_id" text,
	"tracking_ids" text[] DEFAULT '{}' NOT NULL,
	"email" text,
	"customer_id" text,
	"test" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"rests_on" text DEFAULT 'nothing' NOT NULL,
	"state_at" timestamp with time zone NOT NULL,
	"declines" integer DEFAULT 0 NOT NULL,
	"checked_at" timestamp with time zone,
	"job_id" uuid,
	"reissues" text,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid NOT NULL,
	"search" text NOT NULL,
	CONSTRAINT "checkouts_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "card_tokens_sealed" "bytea";--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "has_card_number" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "transaction_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "payment_token" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "checkout_id" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "checkout_link" text;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "support_checkouts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "direct_tokenization" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "three_d_secure" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "checkout_query" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "card_tokens" ADD CONSTRAINT "card_tokens_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_tokens" ADD CONSTRAINT "card_tokens_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_templates" ADD CONSTRAINT "checkout_templates_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_templates" ADD CONSTRAINT "checkout_templates_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "card_tokens_mark" ON "card_tokens" USING btree ("shop_id","mark");--> statement-breakpoint
CREATE INDEX "card_tokens_stamp" ON "card_tokens" USING btree ("shop_id","stamp");--> statement-breakpoint
CREATE INDEX "card_tokens_customer" ON "card_tokens" USING btree ("shop_id","customer_id");--> statement-breakpoint
CREATE INDEX "card_tokens_email" ON "card_tokens" USING btree ("shop_id",left(lower("email"), 255));--> statement-breakpoint
CREATE INDEX "card_tokens_created" ON "card_tokens" USING btree ("shop_id","created_at","id");--> statement-breakpoint
CREATE INDEX "card_tokens_search" ON "card_tokens" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "card_tokens_beginning" ON "card_tokens" USING btree ("shop_id",(left("search", 64) COLLATE "C"),"id");--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_token" ON "checkouts" USING btree ("shop_id","token");--> statement-breakpoint
CREATE INDEX "checkouts_created" ON "checkouts" USING btree ("shop_id","created_at","id");--> statement-breakpoint
CREATE INDEX "checkouts_amount" ON "checkouts" USING btree ("shop_id",("currency" || lpad("amount"::text, 19, '0') COLLATE "C"),"id");--> statement-breakpoint
CREATE INDEX "checkouts_expires" ON "checkouts" USING btree ("shop_id","expires_at","id");--> statement-breakpoint
CREATE INDEX "checkouts_email" ON "checkouts" USING btree ("shop_id",left(lower("email"), 255));--> statement-breakpoint
CREATE INDEX "checkouts_job" ON "checkouts" USING btree ("shop_id","job_id");--> statement-breakpoint
CREATE INDEX "checkouts_maker" ON "checkouts" USING btree ("shop_id","created_by");--> statement-breakpoint
CREATE INDEX "checkouts_reissues" ON "checkouts" USING btree ("shop_id","reissues");--> statement-breakpoint
CREATE INDEX "checkouts_customer" ON "checkouts" USING btree ("shop_id","customer_id","created_at");--> statement-breakpoint
CREATE INDEX "checkouts_tracking" ON "checkouts" USING gin ("tracking_ids") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "checkouts_search" ON "checkouts" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "checkouts_beginning" ON "checkouts" USING btree ("shop_id",(left("search", 64) COLLATE "C"),"id");--> statement-breakpoint
CREATE INDEX "notifications_payment_token" ON "notifications" USING btree ("shop_id","payment_token");--> statement-breakpoint
CREATE INDEX "notifications_checkout" ON "notifications" USING btree ("shop_id","checkout_id","received_at");