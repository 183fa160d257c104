ALTER TABLE `api_clients` ADD `previous_secret_hash` text;--> statement-breakpoint
ALTER TABLE `api_clients` ADD `previous_secret_until` text;--> statement-breakpoint
CREATE INDEX `api_clients_in_force` ON `api_clients` (`seller_id`,`id`) WHERE "api_clients"."revoked_at" is null;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `event_types` text;--> statement-breakpoint
ALTER TABLE `webhook_endpoints` ADD `disabled_at` text;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_in_use` ON `webhook_endpoints` (`seller_id`,`id`) WHERE "webhook_endpoints"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `deliveries_of_endpoint` ON `deliveries` (`seller_id`,`endpoint_id`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_of_status` ON `deliveries` (`seller_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_of_endpoint_and_status` ON `deliveries` (`seller_id`,`endpoint_id`,`status`,`id`);