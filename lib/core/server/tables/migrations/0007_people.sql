CREATE TABLE "customer_links" (
	"shop_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"notification_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"matched_by" text NOT NULL,
	CONSTRAINT "customer_links_shop_id_customer_id_notification_id_pk" PRIMARY KEY("shop_id","customer_id","notification_id")
);
--> statement-breakpoint
CREATE TABLE "customer_notes" (
	"shop_id" text NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" uuid NOT NULL,
	CONSTRAINT "customer_notes_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"shop_id" text NOT NULL,
	"id" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"address" text,
	"city" text,
	"country" text,
	"zip" text,
	"state" text,
	"phone" text,
	"email" text,
	"ip" text,
	"external_id" text,
	"created_at" timestamp with time zone,
	"raw" jsonb NOT NULL,
	"search" text NOT NULL,
	"last_paid_at" timestamp with time zone,
	"phone_digits" text,
	"fingerprint" text,
	"first_seen_at" timestamp with time zone NOT NULL,
	"synced_at" timestamp with time zone NOT NULL,
	"submitted_at" timestamp with time zone,
	"submitted_by" uuid,
	"vanished_at" timestamp with time zone,
	"labels" text[] DEFAULT '{}'::text[] NOT NULL,
	"contact" jsonb,
	"merged_into" text,
	"anonymised_at" timestamp with time zone,
	CONSTRAINT "customers_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"shop_id" text NOT NULL,
	"id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "invitations_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "disabled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_sign_in_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "customer_links" ADD CONSTRAINT "customer_links_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_links_newest" ON "customer_links" USING btree ("shop_id","customer_id","at","notification_id");--> statement-breakpoint
CREATE INDEX "customer_links_notification" ON "customer_links" USING btree ("shop_id","notification_id");--> statement-breakpoint
CREATE INDEX "customer_notes_customer" ON "customer_notes" USING btree ("shop_id","customer_id","created_at");--> statement-breakpoint
CREATE INDEX "customers_search" ON "customers" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "customers_beginning" ON "customers" USING btree ("shop_id",(left("search", 64) COLLATE "C"),"id");--> statement-breakpoint
CREATE INDEX "customers_name" ON "customers" USING btree ("shop_id",(left(coalesce("last_name", '') || ' ' || coalesce("first_name", ''), 200) COLLATE "und-x-icu"),"id");--> statement-breakpoint
CREATE INDEX "customers_email" ON "customers" USING btree ("shop_id",(left(lower(coalesce("email", '')), 200) COLLATE "C"),"id");--> statement-breakpoint
CREATE INDEX "customers_country" ON "customers" USING btree ("shop_id",coalesce("country", ''),"id");--> statement-breakpoint
CREATE INDEX "customers_seen" ON "customers" USING btree ("shop_id",coalesce("created_at", "first_seen_at"),"id");--> statement-breakpoint
CREATE INDEX "customers_external_id" ON "customers" USING btree ("shop_id",left("external_id", 255));--> statement-breakpoint
CREATE INDEX "customers_phone" ON "customers" USING btree ("shop_id","phone_digits");--> statement-breakpoint
CREATE INDEX "customers_merged" ON "customers" USING btree ("shop_id","merged_into") WHERE "customers"."merged_into" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open" ON "invitations" USING btree ("shop_id",lower("email")) WHERE "invitations"."accepted_at" IS NULL AND "invitations"."revoked_at" IS NULL;