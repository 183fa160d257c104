ALTER TABLE "events" ADD COLUMN "subscription_id" text collate "C";--> statement-breakpoint
CREATE INDEX "events_of_subscription" ON "events" USING btree ("seller_id","subscription_id","id") WHERE "events"."subscription_id" is not null;--> statement-breakpoint
CREATE INDEX "invoices_due_of_status" ON "invoices" USING btree ("seller_id","status","due_on","id");--> statement-breakpoint
CREATE INDEX "subscriptions_of_offer_and_status" ON "subscriptions" USING btree ("seller_id","offer_id","status","id");