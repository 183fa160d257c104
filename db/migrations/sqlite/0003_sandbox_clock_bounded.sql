PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_sandbox_clock` (
	`id` integer PRIMARY KEY NOT NULL,
	`offset_ms` integer NOT NULL,
	CONSTRAINT "sandbox_clock_one_row" CHECK("__new_sandbox_clock"."id" = 1),
	CONSTRAINT "sandbox_clock_forward_only" CHECK("__new_sandbox_clock"."offset_ms" >= 0),
	CONSTRAINT "sandbox_clock_bounded" CHECK("__new_sandbox_clock"."offset_ms" <= 251603539200000)
);
--> statement-breakpoint
INSERT INTO `__new_sandbox_clock`("id", "offset_ms") SELECT "id", min("offset_ms", 251603539200000) FROM `sandbox_clock`;--> statement-breakpoint
DROP TABLE `sandbox_clock`;--> statement-breakpoint
ALTER TABLE `__new_sandbox_clock` RENAME TO `sandbox_clock`;--> statement-breakpoint
PRAGMA foreign_keys=ON;