CREATE TABLE "session_uses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "invitations_open";--> statement-breakpoint
DROP INDEX "users_email";--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_shop_id_id_pk";--> statement-breakpoint
ALTER TABLE "activity" ADD PRIMARY KEY ("id");--> statement-breakpoint
ALTER TABLE "activity" ALTER COLUMN "shop_id" DROP NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open" ON "invitations" USING btree ("shop_id","email") WHERE "invitations"."accepted_at" IS NULL AND "invitations"."revoked_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");