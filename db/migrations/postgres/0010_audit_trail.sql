CREATE TABLE "audit_events" (
	"seller_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"sequence" bigint NOT NULL,
	"actor_type" text collate "C" NOT NULL,
	"actor_id" text collate "C",
	"actor_name" text collate "C",
	"action" text collate "C" NOT NULL,
	"target_type" text collate "C" NOT NULL,
	"target_id" text collate "C" NOT NULL,
	"changes" json NOT NULL,
	"previous_hash" text collate "C" NOT NULL,
	"hash" text collate "C" NOT NULL,
	"created_at" text collate "C" NOT NULL,
	CONSTRAINT "audit_events_seller_id_id_pk" PRIMARY KEY("seller_id","id"),
	CONSTRAINT "audit_events_sequence" UNIQUE("seller_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "audit_heads" (
	"seller_id" text collate "C" PRIMARY KEY NOT NULL,
	"sequence" bigint NOT NULL,
	"hash" text collate "C" NOT NULL,
	"first_sequence" bigint NOT NULL,
	"first_previous_hash" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_events_of_actor" ON "audit_events" USING btree ("seller_id","actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_events_of_target" ON "audit_events" USING btree ("seller_id","target_id","id");--> statement-breakpoint
CREATE INDEX "audit_events_of_actor_and_target" ON "audit_events" USING btree ("seller_id","actor_id","target_id","id");