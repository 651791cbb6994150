CREATE TABLE "notifications" (
	"shop_id" text NOT NULL,
	"id" uuid NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"last_received_at" timestamp with time zone NOT NULL,
	"delivery_count" integer DEFAULT 1 NOT NULL,
	"body" "bytea" NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"headers" jsonb NOT NULL,
	"signature" text NOT NULL,
	"credentials" text NOT NULL,
	"authenticity" text NOT NULL,
	"processed_at" timestamp with time zone,
	"kind" text,
	"uid" text,
	"status" text,
	"type" text,
	"message" text,
	"amount" bigint,
	"currency" text,
	"description" text,
	"tracking_id" text,
	"email" text,
	"card_brand" text,
	"card_last_4" text,
	"test" boolean,
	"product_id" text,
	"product_link" text,
	"search" text,
	CONSTRAINT "notifications_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"shop_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text,
	"description" text,
	"currency" text,
	"amount" bigint,
	"quantity" bigint,
	"infinite" boolean,
	"test" boolean,
	"language" text,
	"transaction_type" text,
	"pay_url" text,
	"confirm_url" text,
	"immortal" boolean,
	"expired_at" timestamp with time zone,
	"created_at" timestamp with time zone,
	"updated_at" timestamp with time zone,
	"raw" jsonb NOT NULL,
	"submitted" jsonb,
	"submitted_at" timestamp with time zone,
	"submitted_by" uuid,
	"search" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"synced_at" timestamp with time zone NOT NULL,
	"vanished_at" timestamp with time zone,
	CONSTRAINT "products_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "syncs" (
	"shop_id" text NOT NULL,
	"resource" text NOT NULL,
	"lease_ends_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"synced_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"failure" text,
	"runs" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "syncs_shop_id_resource_pk" PRIMARY KEY("shop_id","resource")
);
--> statement-breakpoint
CREATE TABLE "activity" (
	"shop_id" text NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject" text,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "activity_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"shop_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"route" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"state" text NOT NULL,
	"status" integer,
	"response" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_shop_id_user_id_route_key_pk" PRIMARY KEY("shop_id","user_id","route","key")
);
--> statement-breakpoint
CREATE TABLE "shops" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"mode" text NOT NULL,
	"gateway_shop_id" integer NOT NULL,
	"secret_key_sealed" "bytea" NOT NULL,
	"gateway_url" text NOT NULL,
	"apm_url" text NOT NULL,
	"checkout_url" text NOT NULL,
	"hook_key" text NOT NULL,
	"public_key" text,
	"minor_units" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shops_hook_key_unique" UNIQUE("hook_key")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"shop_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	CONSTRAINT "memberships_shop_id_user_id_pk" PRIMARY KEY("shop_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"session_version" integer DEFAULT 1 NOT NULL,
	"disabled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "syncs" ADD CONSTRAINT "syncs_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("shop_id","fingerprint","authenticity");--> statement-breakpoint
CREATE INDEX "notifications_received" ON "notifications" USING btree ("shop_id","received_at","id");--> statement-breakpoint
CREATE INDEX "notifications_product" ON "notifications" USING btree ("shop_id","product_id","received_at");--> statement-breakpoint
CREATE INDEX "notifications_unprocessed" ON "notifications" USING btree ("processed_at","received_at");--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_updated" ON "products" USING btree ("shop_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "products_name" ON "products" USING btree ("shop_id","name" COLLATE "und-x-icu","id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));