DROP INDEX `audit_events_of_target`;--> statement-breakpoint
DROP INDEX `audit_events_of_actor_and_target`;--> statement-breakpoint
CREATE INDEX `audit_events_of_target_by_actor` ON `audit_events` (`seller_id`,`target_id`,`actor_id`,`id`);