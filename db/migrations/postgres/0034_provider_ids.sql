ALTER TABLE "bank_connections" ADD COLUMN "refunds_listed_until" text collate "C";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "provider_id" text collate "C";