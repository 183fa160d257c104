CREATE TABLE "invitations" (
	"seller_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"created_at" text collate "C" NOT NULL,
	"expires_at" text collate "C" NOT NULL,
	CONSTRAINT "invitations_seller_id_id_pk" PRIMARY KEY("seller_id","id"),
	CONSTRAINT "invitations_of_user" UNIQUE("seller_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"seller_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"credential_id" text collate "C" NOT NULL,
	"public_key" text collate "C" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" json NOT NULL,
	"name" text collate "C" NOT NULL,
	"created_at" text collate "C" NOT NULL,
	"last_used_at" text collate "C",
	CONSTRAINT "passkeys_seller_id_id_pk" PRIMARY KEY("seller_id","id"),
	CONSTRAINT "passkeys_credential" UNIQUE("seller_id","credential_id")
);
--> statement-breakpoint
CREATE TABLE "user_sessions" (
	"seller_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"challenge" text collate "C" NOT NULL,
	"confirmations" json NOT NULL,
	"created_at" text collate "C" NOT NULL,
	"last_used_at" text collate "C" NOT NULL,
	"expires_at" text collate "C" NOT NULL,
	"ended_at" text collate "C",
	CONSTRAINT "user_sessions_seller_id_id_pk" PRIMARY KEY("seller_id","id"),
	CONSTRAINT "user_sessions_challenge" UNIQUE("seller_id","user_id","challenge")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"seller_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"email" text collate "C" NOT NULL,
	"role" text collate "C" NOT NULL,
	"status" text collate "C" NOT NULL,
	"last_signed_in_at" text collate "C",
	"created_at" text collate "C" NOT NULL,
	"updated_at" text collate "C" NOT NULL,
	CONSTRAINT "users_seller_id_id_pk" PRIMARY KEY("seller_id","id"),
	CONSTRAINT "users_status" CHECK ("users"."status" in ('invited', 'active', 'removed')),
	CONSTRAINT "users_role" CHECK ("users"."role" in ('owner', 'developer', 'finance', 'viewer'))
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_seller_id_user_id_users_seller_id_id_fk" FOREIGN KEY ("seller_id","user_id") REFERENCES "public"."users"("seller_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_seller_id_user_id_users_seller_id_id_fk" FOREIGN KEY ("seller_id","user_id") REFERENCES "public"."users"("seller_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_seller_id_user_id_users_seller_id_id_fk" FOREIGN KEY ("seller_id","user_id") REFERENCES "public"."users"("seller_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitations_due" ON "invitations" USING btree ("seller_id","expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_of_user" ON "passkeys" USING btree ("seller_id","user_id","id");--> statement-breakpoint
CREATE INDEX "user_sessions_open" ON "user_sessions" USING btree ("seller_id","user_id","created_at") WHERE "user_sessions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "user_sessions_due" ON "user_sessions" USING btree ("seller_id","expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("seller_id","email") WHERE "users"."status" <> 'removed';--> statement-breakpoint
CREATE INDEX "users_present" ON "users" USING btree ("seller_id","id") WHERE "users"."status" <> 'removed';