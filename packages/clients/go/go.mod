module balcao.example/client

go 1.19
