# Run by the image of PostgreSQL once, when the database is made: the service's role, no superuser.
psql -v ON_ERROR_STOP=1 -v password="$DATABASE_PASSWORD" -U postgres -d postgres <<'SQL'
create role balcao login password :'password';
create database balcao owner balcao encoding 'UTF8' template template0;
SQL
