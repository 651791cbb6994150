ALTER TABLE "alert_settings" DROP COLUMN "mail_host";--> statement-breakpoint
ALTER TABLE "alert_settings" DROP COLUMN "mail_port";--> statement-breakpoint
ALTER TABLE "alert_settings" DROP COLUMN "mail_security";--> statement-breakpoint
ALTER TABLE "alert_settings" DROP COLUMN "mail_user";--> statement-breakpoint
ALTER TABLE "alert_settings" DROP COLUMN "mail_password_sealed";--> statement-breakpoint
ALTER TABLE "alert_settings" DROP COLUMN "mail_from";