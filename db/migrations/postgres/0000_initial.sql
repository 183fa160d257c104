CREATE TABLE "api_clients" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"seller_id" text collate "C" NOT NULL,
	"client_id" text collate "C" NOT NULL,
	"name" text collate "C" NOT NULL,
	"secret_hash" text collate "C" NOT NULL,
	"scopes" json NOT NULL,
	"generation" bigint NOT NULL,
	"revoked_at" text collate "C",
	"created_at" text collate "C" NOT NULL,
	"updated_at" text collate "C" NOT NULL,
	CONSTRAINT "api_clients_client_id_unique" UNIQUE("client_id")
);
--> statement-breakpoint
CREATE TABLE "bank_connections" (
	"seller_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"provider" text collate "C" NOT NULL,
	"url" text collate "C" NOT NULL,
	"token_url" text collate "C" NOT NULL,
	"client_id" text collate "C" NOT NULL,
	"client_secret_sealed" text collate "C" NOT NULL,
	"certificate" text collate "C" NOT NULL,
	"private_key_sealed" text collate "C" NOT NULL,
	"authority" text collate "C",
	"pix_key" text collate "C" NOT NULL,
	"city" text collate "C" NOT NULL,
	"disconnected_at" text collate "C",
	"created_at" text collate "C" NOT NULL,
	"updated_at" text collate "C" NOT NULL,
	CONSTRAINT "bank_connections_seller_id_id_pk" PRIMARY KEY("seller_id","id")
);
--> statement-breakpoint
CREATE TABLE "charges" (
	"seller_id" text collate "C" NOT NULL,
	"checkout_id" text collate "C" NOT NULL,
	"connection_id" text collate "C" NOT NULL,
	"txid" text collate "C" NOT NULL,
	"pix_code" text collate "C",
	"status" text collate "C" NOT NULL,
	"check_at" text collate "C" NOT NULL,
	"created_at" text collate "C" NOT NULL,
	"updated_at" text collate "C" NOT NULL,
	CONSTRAINT "charges_seller_id_checkout_id_pk" PRIMARY KEY("seller_id","checkout_id"),
	CONSTRAINT "charges_txid" UNIQUE("seller_id","txid"),
	CONSTRAINT "charges_status" CHECK ("charges"."status" in ('open', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"seller_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"customer_id" text collate "C",
	"external_id" text collate "C",
	"status" text collate "C" NOT NULL,
	"currency" text collate "C" NOT NULL,
	"amount_total_minor" bigint NOT NULL,
	"page_token" text collate "C" NOT NULL,
	"success_url" text collate "C",
	"cancel_url" text collate "C",
	"metadata" json NOT NULL,
	"line_items" json NOT NULL,
	"expires_at" text collate "C" NOT NULL,
	"completed_at" text collate "C",
	"created_at" text collate "C" NOT NULL,
	"updated_at" text collate "C" NOT NULL,
	CONSTRAINT "checkouts_seller_id_id_pk" PRIMARY KEY("seller_id","id"),
	CONSTRAINT "checkouts_external_id" UNIQUE("seller_id","external_id"),
	CONSTRAINT "checkouts_page_token" UNIQUE("seller_id","page_token"),
	CONSTRAINT "checkouts_status" CHECK ("checkouts"."status" in ('open', 'completed', 'expired', 'canceled')),
	CONSTRAINT "checkouts_completed_at" CHECK (("checkouts"."status" = 'completed') = ("checkouts"."completed_at" is not null)),
	CONSTRAINT "checkouts_amount" CHECK ("checkouts"."amount_total_minor" >= 1)
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"seller_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"name" text collate "C" NOT NULL,
	"email" text collate "C" NOT NULL,
	"phone" text collate "C",
	"tax_id" text collate "C",
	"status" text collate "C" NOT NULL,
	"metadata" json NOT NULL,
	"created_at" text collate "C" NOT NULL,
	"updated_at" text collate "C" NOT NULL,
	CONSTRAINT "customers_seller_id_id_pk" PRIMARY KEY("seller_id","id"),
	CONSTRAINT "customers_email" UNIQUE("seller_id","email"),
	CONSTRAINT "customers_status" CHECK ("customers"."status" in ('active', 'inactive'))
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"seller_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"event_id" text collate "C" NOT NULL,
	"endpoint_id" text collate "C" NOT NULL,
	"status" text collate "C" NOT NULL,
	"claimed_at" text collate "C",
	"duration_ms" bigint,
	"response_status" bigint,
	"response_text" text collate "C",
	"created_at" text collate "C" NOT NULL,
	"updated_at" text collate "C" NOT NULL,
	CONSTRAINT "deliveries_seller_id_id_pk" PRIMARY KEY("seller_id","id"),
	CONSTRAINT "deliveries_once" UNIQUE("seller_id","event_id","endpoint_id"),
	CONSTRAINT "deliveries_status" CHECK ("deliveries"."status" in ('pending', 'claimed', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "events" (
	"seller_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"type" text collate "C" NOT NULL,
	"data" json NOT NULL,
	"created_at" text collate "C" NOT NULL,
	CONSTRAINT "events_seller_id_id_pk" PRIMARY KEY("seller_id","id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"seller_id" text collate "C" NOT NULL,
	"key" text collate "C" NOT NULL,
	"fingerprint" text collate "C" NOT NULL,
	"status" bigint NOT NULL,
	"body" json NOT NULL,
	"expires_at" text collate "C" NOT NULL,
	CONSTRAINT "idempotency_keys_seller_id_key_pk" PRIMARY KEY("seller_id","key")
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"seller_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"product_id" text collate "C" NOT NULL,
	"name" text collate "C" NOT NULL,
	"lookup_key" text collate "C" NOT NULL,
	"amount_minor" bigint NOT NULL,
	"compare_at_amount_minor" bigint,
	"currency" text collate "C" NOT NULL,
	"type" text collate "C" NOT NULL,
	"billing_interval" text collate "C",
	"interval_count" bigint,
	"is_default" boolean NOT NULL,
	"active" boolean NOT NULL,
	"archived_at" text collate "C",
	"created_at" text collate "C" NOT NULL,
	"updated_at" text collate "C" NOT NULL,
	CONSTRAINT "offers_seller_id_id_pk" PRIMARY KEY("seller_id","id"),
	CONSTRAINT "offers_amount" CHECK ("offers"."amount_minor" between 1 and 99999999999),
	CONSTRAINT "offers_compare_at" CHECK ("offers"."compare_at_amount_minor" >= "offers"."amount_minor"),
	CONSTRAINT "offers_type" CHECK ("offers"."type" in ('one_time', 'recurring')),
	CONSTRAINT "offers_billing" CHECK (("offers"."type" = 'recurring') = ("offers"."billing_interval" is not null)),
	CONSTRAINT "offers_count" CHECK (("offers"."type" = 'recurring') = ("offers"."interval_count" is not null)),
	CONSTRAINT "offers_default_is_active" CHECK ("offers"."active" or not "offers"."is_default"),
	CONSTRAINT "offers_archived_is_inactive" CHECK ("offers"."archived_at" is null or not "offers"."active")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"seller_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"checkout_id" text collate "C" NOT NULL,
	"rail" text collate "C" NOT NULL,
	"end_to_end_id" text collate "C",
	"amount_minor" bigint NOT NULL,
	"paid_at" text collate "C" NOT NULL,
	"outcome" text collate "C" DEFAULT 'settled' NOT NULL,
	"return_reason" text collate "C",
	"return_status" text collate "C",
	"return_id" text collate "C",
	"return_check_at" text collate "C",
	CONSTRAINT "payments_seller_id_id_pk" PRIMARY KEY("seller_id","id"),
	CONSTRAINT "payments_end_to_end_id" UNIQUE("seller_id","end_to_end_id")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"seller_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"name" text collate "C" NOT NULL,
	"description" text collate "C" NOT NULL,
	"status" text collate "C" NOT NULL,
	"metadata" json NOT NULL,
	"created_at" text collate "C" NOT NULL,
	"updated_at" text collate "C" NOT NULL,
	CONSTRAINT "products_seller_id_id_pk" PRIMARY KEY("seller_id","id"),
	CONSTRAINT "products_status" CHECK ("products"."status" in ('active', 'archived'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_clock" (
	"id" bigint PRIMARY KEY NOT NULL,
	"offset_ms" bigint NOT NULL,
	CONSTRAINT "sandbox_clock_one_row" CHECK ("sandbox_clock"."id" = 1),
	CONSTRAINT "sandbox_clock_forward_only" CHECK ("sandbox_clock"."offset_ms" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sellers" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text collate "C" NOT NULL,
	"status" text collate "C" NOT NULL,
	"default_currency" text collate "C" NOT NULL,
	"created_at" text collate "C" NOT NULL,
	"updated_at" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"kid" text collate "C" PRIMARY KEY NOT NULL,
	"public_jwk" json NOT NULL,
	"private_jwk_sealed" text collate "C" NOT NULL,
	"created_at" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"seller_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"url" text collate "C" NOT NULL,
	"secret_sealed" text collate "C" NOT NULL,
	"previous_secret_sealed" text collate "C",
	"previous_secret_until" text collate "C",
	"deleted_at" text collate "C",
	"created_at" text collate "C" NOT NULL,
	"updated_at" text collate "C" NOT NULL,
	CONSTRAINT "webhook_endpoints_seller_id_id_pk" PRIMARY KEY("seller_id","id")
);
--> statement-breakpoint
ALTER TABLE "api_clients" ADD CONSTRAINT "api_clients_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_seller_id_checkout_id_checkouts_seller_id_id_fk" FOREIGN KEY ("seller_id","checkout_id") REFERENCES "public"."checkouts"("seller_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_seller_id_connection_id_bank_connections_seller_id_id_fk" FOREIGN KEY ("seller_id","connection_id") REFERENCES "public"."bank_connections"("seller_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_seller_id_customer_id_customers_seller_id_id_fk" FOREIGN KEY ("seller_id","customer_id") REFERENCES "public"."customers"("seller_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_seller_id_event_id_events_seller_id_id_fk" FOREIGN KEY ("seller_id","event_id") REFERENCES "public"."events"("seller_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_seller_id_endpoint_id_webhook_endpoints_seller_id_id_fk" FOREIGN KEY ("seller_id","endpoint_id") REFERENCES "public"."webhook_endpoints"("seller_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_seller_id_product_id_products_seller_id_id_fk" FOREIGN KEY ("seller_id","product_id") REFERENCES "public"."products"("seller_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_seller_id_checkout_id_checkouts_seller_id_id_fk" FOREIGN KEY ("seller_id","checkout_id") REFERENCES "public"."checkouts"("seller_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_clients_of_seller" ON "api_clients" USING btree ("seller_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_connections_one_in_use" ON "bank_connections" USING btree ("seller_id") WHERE "bank_connections"."disconnected_at" is null;--> statement-breakpoint
CREATE INDEX "charges_to_check" ON "charges" USING btree ("seller_id","connection_id","check_at") WHERE "charges"."status" = 'open';--> statement-breakpoint
CREATE INDEX "checkouts_due" ON "checkouts" USING btree ("seller_id","expires_at") WHERE "checkouts"."status" = 'open';--> statement-breakpoint
CREATE INDEX "deliveries_pending" ON "deliveries" USING btree ("seller_id","endpoint_id","id") WHERE "deliveries"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "idempotency_keys_due" ON "idempotency_keys" USING btree ("seller_id","expires_at");--> statement-breakpoint
CREATE INDEX "offers_of_product" ON "offers" USING btree ("seller_id","product_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "offers_one_default" ON "offers" USING btree ("seller_id","product_id") WHERE "offers"."is_default";--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_settles" ON "payments" USING btree ("seller_id","checkout_id") WHERE "payments"."outcome" = 'settled';--> statement-breakpoint
CREATE INDEX "payments_to_return" ON "payments" USING btree ("seller_id","return_check_at") WHERE "payments"."return_check_at" is not null;