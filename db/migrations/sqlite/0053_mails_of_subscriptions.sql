ALTER TABLE `seller_settings` ADD `mail_buyer_subscription` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `page_locale` text;