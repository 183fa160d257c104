ALTER TABLE "api_clients" ADD COLUMN "previous_secret_hash" text collate "C";--> statement-breakpoint
ALTER TABLE "api_clients" ADD COLUMN "previous_secret_until" text collate "C";--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "event_types" json;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "disabled_at" text collate "C";--> statement-breakpoint
CREATE INDEX "api_clients_in_force" ON "api_clients" USING btree ("seller_id","id") WHERE "api_clients"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "deliveries_of_endpoint" ON "deliveries" USING btree ("seller_id","endpoint_id","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "deliveries_of_status" ON "deliveries" USING btree ("seller_id","status","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "deliveries_of_endpoint_and_status" ON "deliveries" USING btree ("seller_id","endpoint_id","status","id");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_in_use" ON "webhook_endpoints" USING btree ("seller_id","id") WHERE "webhook_endpoints"."deleted_at" is null;