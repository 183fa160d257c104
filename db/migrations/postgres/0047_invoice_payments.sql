ALTER TABLE "payments" ALTER COLUMN "checkout_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "checkout_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "subscription_id" text collate "C";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "invoice_id" text collate "C";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "subscription_id" text collate "C";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "invoice_id" text collate "C";--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_settles_invoice" ON "payments" USING btree ("seller_id","invoice_id") WHERE "payments"."outcome" = 'settled' and "payments"."invoice_id" is not null;--> statement-breakpoint
CREATE INDEX "payments_of_invoice" ON "payments" USING btree ("seller_id","invoice_id","id") WHERE "payments"."invoice_id" is not null;--> statement-breakpoint
CREATE INDEX "payments_of_subscription" ON "payments" USING btree ("seller_id","subscription_id","id") WHERE "payments"."subscription_id" is not null;--> statement-breakpoint
CREATE INDEX "refunds_of_invoice" ON "refunds" USING btree ("seller_id","invoice_id","id") WHERE "refunds"."invoice_id" is not null;--> statement-breakpoint
CREATE INDEX "refunds_of_subscription" ON "refunds" USING btree ("seller_id","subscription_id","id") WHERE "refunds"."subscription_id" is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_source" CHECK (("payments"."checkout_id" is null) = ("payments"."invoice_id" is not null)
        and ("payments"."subscription_id" is null) = ("payments"."invoice_id" is null));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_source" CHECK (("refunds"."checkout_id" is null) = ("refunds"."invoice_id" is not null)
        and ("refunds"."subscription_id" is null) = ("refunds"."invoice_id" is null));