ALTER TABLE "bank_connections" ADD COLUMN "callbacks" text collate "C" DEFAULT 'registered' NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_connections" ADD COLUMN "webhook_url" text collate "C";--> statement-breakpoint
ALTER TABLE "bank_connections" ADD COLUMN "granted_scopes" text collate "C";--> statement-breakpoint
ALTER TABLE "bank_connections" ADD COLUMN "tested_at" text collate "C";--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "creating_until" text collate "C";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "refusal_reason" text collate "C";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "absent_since" text collate "C";