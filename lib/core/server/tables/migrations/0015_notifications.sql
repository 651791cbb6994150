CREATE TABLE "alert_messages" (
	"shop_id" text NOT NULL,
	"id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"occasion" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now(),
	"delivered_at" timestamp with time zone,
	"last_outcome" text,
	"last_status" integer,
	"last_answer" text,
	CONSTRAINT "alert_messages_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "alert_settings" (
	"shop_id" text PRIMARY KEY NOT NULL,
	"rules" jsonb NOT NULL,
	"silence_since" timestamp with time zone DEFAULT now() NOT NULL,
	"mail_enabled" boolean DEFAULT false NOT NULL,
	"mail_host" text DEFAULT '' NOT NULL,
	"mail_port" integer DEFAULT 587 NOT NULL,
	"mail_security" text DEFAULT 'starttls' NOT NULL,
	"mail_user" text DEFAULT '' NOT NULL,
	"mail_password_sealed" "bytea",
	"mail_from" text DEFAULT '' NOT NULL,
	"mail_recipients" text[] DEFAULT '{}' NOT NULL,
	"chat_enabled" boolean DEFAULT false NOT NULL,
	"chat_kind" text DEFAULT 'slack' NOT NULL,
	"chat_url_sealed" "bytea"
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"shop_id" text NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_how" text,
	"dismissed_by" uuid,
	"told_at" timestamp with time zone,
	"is_end_told" boolean DEFAULT false NOT NULL,
	CONSTRAINT "alerts_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "forwarding_attempts" (
	"shop_id" text NOT NULL,
	"message_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"status" integer,
	"error" text,
	"milliseconds" integer NOT NULL,
	"answer" text,
	CONSTRAINT "forwarding_attempts_shop_id_message_id_id_pk" PRIMARY KEY("shop_id","message_id","id")
);
--> statement-breakpoint
CREATE TABLE "forwarding_endpoints" (
	"shop_id" text NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"filters" jsonb NOT NULL,
	"secret_sealed" "bytea" NOT NULL,
	"old_secret_sealed" "bytea",
	"old_secret_until" timestamp with time zone,
	"enabled" boolean DEFAULT true NOT NULL,
	"disabled_at" timestamp with time zone,
	"disabled_reason" text,
	"last_success_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"given_up_in_row" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "forwarding_endpoints_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "forwarding_messages" (
	"shop_id" text NOT NULL,
	"id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"notification_id" uuid NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"round_attempts" integer DEFAULT 0 NOT NULL,
	"round_at" timestamp with time zone NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"last_attempt_at" timestamp with time zone,
	"last_status" integer,
	"last_error" text,
	"delivered_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"requested_by" uuid,
	CONSTRAINT "forwarding_messages_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "notification_deliveries" (
	"shop_id" text NOT NULL,
	"notification_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"source_address" text,
	"answer" jsonb,
	"replayed_by" uuid,
	CONSTRAINT "notification_deliveries_shop_id_notification_id_id_pk" PRIMARY KEY("shop_id","notification_id","id")
);
--> statement-breakpoint
CREATE TABLE "old_hook_keys" (
	"key" text PRIMARY KEY NOT NULL,
	"shop_id" text NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "counted_shops" (
	"shop_id" text PRIMARY KEY NOT NULL,
	"after" uuid,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "dismissed_steps" (
	"shop_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dismissed_steps_shop_id_user_id_pk" PRIMARY KEY("shop_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "payment_days" (
	"shop_id" text NOT NULL,
	"currency" text NOT NULL,
	"facet" text NOT NULL,
	"days" smallint NOT NULL,
	"day" date NOT NULL,
	"value" text NOT NULL,
	"paid" numeric DEFAULT '0' NOT NULL,
	"payments" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payment_days_shop_id_currency_facet_days_day_value_pk" PRIMARY KEY("shop_id","currency","facet","days","day","value")
);
--> statement-breakpoint
CREATE TABLE "payment_quarters" (
	"shop_id" text NOT NULL,
	"currency" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"paid" numeric DEFAULT '0' NOT NULL,
	"payments" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"refunded" numeric DEFAULT '0' NOT NULL,
	"refunds" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payment_quarters_shop_id_currency_at_pk" PRIMARY KEY("shop_id","currency","at")
);
--> statement-breakpoint
CREATE TABLE "transaction_states" (
	"shop_id" text NOT NULL,
	"uid" text NOT NULL,
	"notification_id" uuid NOT NULL,
	"is_final" boolean NOT NULL,
	"said_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"status" text,
	"type" text,
	"test" boolean,
	"authenticity" text NOT NULL,
	"counts_as" text,
	"amount" bigint,
	"currency" text,
	"card_brand" text,
	"card_country" text,
	"product_id" text,
	"reason" text,
	CONSTRAINT "transaction_states_shop_id_uid_pk" PRIMARY KEY("shop_id","uid")
);
--> statement-breakpoint
DROP INDEX "notifications_once";--> statement-breakpoint
DROP INDEX "notifications_received";--> statement-breakpoint
DROP INDEX "notifications_product";--> statement-breakpoint
DROP INDEX "notifications_search";--> statement-breakpoint
DROP INDEX "notifications_search_personal";--> statement-breakpoint
DROP INDEX "notifications_payment_token";--> statement-breakpoint
DROP INDEX "notifications_checkout";--> statement-breakpoint
DROP INDEX "notifications_uid";--> statement-breakpoint
DROP INDEX "notifications_keys";--> statement-breakpoint
DROP INDEX "notifications_unprocessed";--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "hook" text DEFAULT 'notification' NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "network" text DEFAULT 'any' NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "source_address" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "answer" jsonb;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "duplicate_of" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "payload_removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "personal_removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "networks" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "network_is_enough" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "verification_policy" text DEFAULT 'accept_all' NOT NULL;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "verification_endpoint" text;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "verification_secret_sealed" "bytea";--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "verification_accepts_on_failure" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "payload_months" integer;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "personal_months" integer;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "payloads_removed_before" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "personal_removed_before" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alert_messages" ADD CONSTRAINT "alert_messages_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_settings" ADD CONSTRAINT "alert_settings_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_dismissed_by_users_id_fk" FOREIGN KEY ("dismissed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forwarding_attempts" ADD CONSTRAINT "forwarding_attempts_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forwarding_endpoints" ADD CONSTRAINT "forwarding_endpoints_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forwarding_endpoints" ADD CONSTRAINT "forwarding_endpoints_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forwarding_messages" ADD CONSTRAINT "forwarding_messages_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forwarding_messages" ADD CONSTRAINT "forwarding_messages_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_replayed_by_users_id_fk" FOREIGN KEY ("replayed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "old_hook_keys" ADD CONSTRAINT "old_hook_keys_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counted_shops" ADD CONSTRAINT "counted_shops_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dismissed_steps" ADD CONSTRAINT "dismissed_steps_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dismissed_steps" ADD CONSTRAINT "dismissed_steps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_days" ADD CONSTRAINT "payment_days_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_quarters" ADD CONSTRAINT "payment_quarters_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_states" ADD CONSTRAINT "transaction_states_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_messages_alert" ON "alert_messages" USING btree ("shop_id","alert_id");--> statement-breakpoint
CREATE INDEX "alert_messages_due" ON "alert_messages" USING btree ("next_attempt_at") WHERE "alert_messages"."next_attempt_at" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open" ON "alerts" USING btree ("shop_id","kind","subject") WHERE "alerts"."closed_at" IS NULL;--> statement-breakpoint
CREATE INDEX "alerts_closed" ON "alerts" USING btree ("shop_id","kind","subject","closed_at");--> statement-breakpoint
CREATE INDEX "alerts_untold" ON "alerts" USING btree ("shop_id") WHERE NOT "alerts"."is_end_told";--> statement-breakpoint
CREATE UNIQUE INDEX "forwarding_messages_once" ON "forwarding_messages" USING btree ("shop_id","endpoint_id","notification_id");--> statement-breakpoint
CREATE INDEX "forwarding_messages_notification" ON "forwarding_messages" USING btree ("shop_id","notification_id","created_at");--> statement-breakpoint
CREATE INDEX "forwarding_messages_created" ON "forwarding_messages" USING btree ("shop_id","created_at","id");--> statement-breakpoint
CREATE INDEX "forwarding_messages_state" ON "forwarding_messages" USING btree ("shop_id","endpoint_id","state","created_at");--> statement-breakpoint
CREATE INDEX "forwarding_messages_due" ON "forwarding_messages" USING btree ("shop_id","endpoint_id","next_attempt_at") WHERE "forwarding_messages"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "forwarding_messages_old" ON "forwarding_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "transaction_states_counted" ON "transaction_states" USING btree ("shop_id","currency","at") WHERE "transaction_states"."counts_as" IN ('paid', 'failed');--> statement-breakpoint
CREATE INDEX "notifications_authenticity" ON "notifications" USING btree ("shop_id","authenticity","received_at","id","duplicate_of");--> statement-breakpoint
CREATE INDEX "notifications_status" ON "notifications" USING btree ("shop_id","status","received_at","id","duplicate_of") WHERE "notifications"."status" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notifications_amount" ON "notifications" USING btree ("shop_id","amount","currency","duplicate_of") WHERE "notifications"."amount" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notifications_duplicate" ON "notifications" USING btree ("shop_id","duplicate_of") WHERE "notifications"."duplicate_of" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notifications_first" ON "notifications" USING btree ("shop_id","uid") WHERE "notifications"."uid" IS NOT NULL AND "notifications"."duplicate_of" IS NULL;--> statement-breakpoint
CREATE INDEX "notifications_unmasked" ON "notifications" USING btree ("id") WHERE "notifications"."source_address" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("shop_id","fingerprint","authenticity","hook");--> statement-breakpoint
CREATE INDEX "notifications_received" ON "notifications" USING btree ("shop_id","received_at","id","duplicate_of");--> statement-breakpoint
CREATE INDEX "notifications_product" ON "notifications" USING btree ("shop_id","product_id","received_at") WHERE "notifications"."product_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notifications_search" ON "notifications" USING gin ("search" gin_trgm_ops) WHERE "notifications"."search" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notifications_search_personal" ON "notifications" USING gin ("search_personal" gin_trgm_ops) WHERE "notifications"."search_personal" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notifications_payment_token" ON "notifications" USING btree ("shop_id","payment_token") WHERE "notifications"."payment_token" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notifications_checkout" ON "notifications" USING btree ("shop_id","checkout_id","received_at") WHERE "notifications"."checkout_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notifications_uid" ON "notifications" USING btree ("shop_id","uid") WHERE "notifications"."uid" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notifications_keys" ON "notifications" USING gin ("keys") WITH (fastupdate=false) WHERE "notifications"."keys" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notifications_unprocessed" ON "notifications" USING btree ("shop_id","id") WHERE "notifications"."processed_at" IS NULL;