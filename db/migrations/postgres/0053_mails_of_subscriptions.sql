ALTER TABLE "seller_settings" ADD COLUMN "mail_buyer_subscription" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "page_locale" text collate "C";