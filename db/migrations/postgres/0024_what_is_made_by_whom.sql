ALTER TABLE "api_clients" ADD COLUMN "created_by" text collate "C";--> statement-breakpoint
ALTER TABLE "api_clients" ADD COLUMN "last_used_at" text collate "C";--> statement-breakpoint
ALTER TABLE "audit_heads" ADD COLUMN "sealed_sequence" bigint;--> statement-breakpoint
ALTER TABLE "audit_heads" ADD COLUMN "mac" text collate "C";--> statement-breakpoint
ALTER TABLE "bank_connections" ADD COLUMN "created_by" text collate "C";--> statement-breakpoint
ALTER TABLE "user_sessions" ADD COLUMN "passkey_id" text collate "C";--> statement-breakpoint
ALTER TABLE "user_sessions" ADD COLUMN "device" text collate "C";--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "created_by" text collate "C";