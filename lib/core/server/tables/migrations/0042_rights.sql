ALTER TABLE "memberships" ADD COLUMN "allowances" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "allowances" text[] DEFAULT '{}' NOT NULL;