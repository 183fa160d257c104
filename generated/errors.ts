// Made from openapi.yaml by `npm run generate`; edits here are lost.

/** Each error code: the status and the body that it answers with. */
export const catalogue = {
  "oauth_invalid_request": {
    "status": 400,
    "body": {
      "error": "invalid_request",
      "error_description": "O corpo deve ser application/x-www-form-urlencoded, com grant_type."
    }
  },
  "oauth_unsupported_grant_type": {
    "status": 400,
    "body": {
      "error": "unsupported_grant_type",
      "error_description": "O unico grant_type aceito e client_credentials."
    }
  },
  "oauth_invalid_scope": {
    "status": 400,
    "body": {
      "error": "invalid_scope",
      "error_description": "O cliente nao tem o escopo pedido."
    }
  },
  "oauth_invalid_client": {
    "status": 401,
    "body": {
      "error": "invalid_client",
      "error_description": "Credenciais do cliente ausentes ou invalidas."
    }
  },
  "method_not_allowed": {
    "status": 405,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "method_not_allowed",
        "message": "Este endereço não aceita este método.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "request_timeout": {
    "status": 408,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "request_timeout",
        "message": "A requisição demorou demais para chegar.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "request_too_large": {
    "status": 413,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "request_too_large",
        "message": "O corpo da requisição é grande demais.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "misdirected_request": {
    "status": 421,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "misdirected_request",
        "message": "Este serviço não responde por esse host. O operador acrescenta nomes em ALLOWED_HOSTS.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "oauth_too_many_requests": {
    "status": 429,
    "body": {
      "error": "too_many_requests",
      "error_description": "Muitas credenciais erradas ou tokens pedidos. Tente de novo em instantes."
    }
  },
  "headers_too_large": {
    "status": 431,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "headers_too_large",
        "message": "Os cabeçalhos da requisição passam de 16 KiB ou de 200.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "oauth_temporarily_unavailable": {
    "status": 503,
    "body": {
      "error": "temporarily_unavailable",
      "error_description": "Nao foi possivel emitir o token agora. Tente de novo em instantes."
    }
  },
  "invalid_request": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_request",
        "message": "amount_minor: deve ser >= 1",
        "param": "default_offer.amount_minor",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "internal_error": {
    "status": 500,
    "body": {
      "error": {
        "type": "api_error",
        "code": "internal_error",
        "message": "Erro interno. Tente de novo em instantes.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "service_unavailable": {
    "status": 503,
    "body": {
      "error": {
        "type": "api_error",
        "code": "service_unavailable",
        "message": "Serviço indisponível no momento. Tente de novo em instantes.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "missing_access_token": {
    "status": 401,
    "body": {
      "error": {
        "type": "authentication_error",
        "code": "missing_access_token",
        "message": "Envie o token de acesso no cabeçalho Authorization: Bearer.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_access_token": {
    "status": 401,
    "body": {
      "error": {
        "type": "authentication_error",
        "code": "invalid_access_token",
        "message": "O token de acesso é inválido, expirou ou foi revogado.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "too_many_requests": {
    "status": 429,
    "body": {
      "error": {
        "type": "rate_limit_error",
        "code": "too_many_requests",
        "message": "Muitas requisições. Tente de novo em instantes.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "insufficient_scope": {
    "status": 403,
    "body": {
      "error": {
        "type": "authorization_error",
        "code": "insufficient_scope",
        "message": "O token de acesso não tem o escopo exigido por esta operação.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_bank_address": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_bank_address",
        "message": "O endereço do banco deve ser https, público e sem parâmetros.",
        "param": "url",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_certificate": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_certificate",
        "message": "O arquivo não está em PEM, ou está protegido por senha.",
        "param": "certificate",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "certificate_mismatch": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "certificate_mismatch",
        "message": "A chave privada não é a deste certificado.",
        "param": "private_key",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_pkcs12": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_pkcs12",
        "message": "O arquivo PKCS#12 não pôde ser aberto com esta senha.",
        "param": "pkcs12_password",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "pkcs12_iterations_exceeded": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "pkcs12_iterations_exceeded",
        "message": "O arquivo PKCS#12 usa iterações demais para a senha. Exporte-o de novo com menos.",
        "param": "pkcs12",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "unknown_bank_profile": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "unknown_bank_profile",
        "message": "Não há perfil de banco com este nome.",
        "param": "profile",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_profile_value": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_profile_value",
        "message": "Um valor do perfil do banco falta, sobra ou não tem a forma certa.",
        "param": "profile_values.app_key",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "bank_refused": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "bank_refused",
        "message": "O banco recusou: The request for a token was answered 401: invalid_client.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "bank_unavailable": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "bank_unavailable",
        "message": "O banco não responde: pix.banco.example: it refused our certificate.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "bank_connection_limit_reached": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "bank_connection_limit_reached",
        "message": "A conta já teve 100 conexões com bancos.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "bank_not_connected": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "bank_not_connected",
        "message": "Nenhum banco está conectado.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "idempotency_key_reused": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "idempotency_key_reused",
        "message": "Esta Idempotency-Key já foi usada com outra requisição.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_cursor": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_cursor",
        "message": "O cursor é inválido para esta lista.",
        "param": "starting_after",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_customer_name": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_customer_name",
        "message": "O nome do cliente não pode ficar em branco.",
        "param": "name",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "customer_email_already_exists": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "customer_email_already_exists",
        "message": "Já existe um cliente com este e-mail.",
        "param": "email",
        "existing_id": "cus_019caea6-29f2-7c3f-b9a2-b5d74c6b8e13",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_customer_id": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_customer_id",
        "message": "O id do cliente é inválido.",
        "param": "customerId",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "customer_not_found": {
    "status": 404,
    "body": {
      "error": {
        "type": "not_found_error",
        "code": "customer_not_found",
        "message": "Cliente não encontrado.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_product_name": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_product_name",
        "message": "O nome do produto não pode ficar em branco.",
        "param": "name",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_compare_at_amount": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_compare_at_amount",
        "message": "O preço de referência não pode ser menor que o preço.",
        "param": "default_offer.compare_at_amount_minor",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "billing_interval_required": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "billing_interval_required",
        "message": "Uma oferta recorrente precisa de billing_interval.",
        "param": "default_offer.billing_interval",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_one_time_billing": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_one_time_billing",
        "message": "Uma oferta avulsa não aceita billing_interval nem interval_count.",
        "param": "default_offer.billing_interval",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_product_id": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_product_id",
        "message": "O id do produto é inválido.",
        "param": "productId",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "product_not_found": {
    "status": 404,
    "body": {
      "error": {
        "type": "not_found_error",
        "code": "product_not_found",
        "message": "Produto não encontrado.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_offer_id": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_offer_id",
        "message": "O id da oferta é inválido.",
        "param": "offerId",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "offer_not_found": {
    "status": 404,
    "body": {
      "error": {
        "type": "not_found_error",
        "code": "offer_not_found",
        "message": "Oferta não encontrada.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_offer_name": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_offer_name",
        "message": "O nome da oferta não pode ficar em branco.",
        "param": "name",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "default_offer_cannot_be_disabled": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "default_offer_cannot_be_disabled",
        "message": "A oferta padrão não pode ser desativada. Promova outra antes.",
        "param": "active",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "inactive_offer_cannot_be_default": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "inactive_offer_cannot_be_default",
        "message": "Uma oferta inativa não pode ser a padrão.",
        "param": "is_default",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_external_id": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_external_id",
        "message": "O external_id não pode ficar vazio.",
        "param": "external_id",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_success_url": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_success_url",
        "message": "A success_url precisa ser um endereço http ou https.",
        "param": "success_url",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_cancel_url": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_cancel_url",
        "message": "A cancel_url precisa ser um endereço http ou https.",
        "param": "cancel_url",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "recurring_checkout_not_supported": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "recurring_checkout_not_supported",
        "message": "Ofertas recorrentes ainda não podem ser vendidas por checkout.",
        "param": "offer_id",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "checkout_external_id_already_exists": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "checkout_external_id_already_exists",
        "message": "Já existe um checkout com este external_id.",
        "param": "external_id",
        "existing_id": "checkout_019caeab-92a3-707d-b5e6-f9b18daf0c57",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_checkout_id": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_checkout_id",
        "message": "O id do checkout é inválido.",
        "param": "checkoutId",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "checkout_not_found": {
    "status": 404,
    "body": {
      "error": {
        "type": "not_found_error",
        "code": "checkout_not_found",
        "message": "Checkout não encontrado.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "checkout_not_open": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "checkout_not_open",
        "message": "O checkout não está mais aberto.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_cancel_at": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_cancel_at",
        "message": "O cancel_at precisa ser um momento depois de agora e dentro de 24 horas.",
        "param": "cancel_at",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_cart_amount": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_cart_amount",
        "message": "A soma dos itens precisa ficar entre 1 e 99999999999.",
        "param": "items",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "cart_too_large": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "cart_too_large",
        "message": "Os itens ocupam mais de 128 KiB, com as descrições e os metadados dos produtos.",
        "param": "items",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "billing_interval_not_supported": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "billing_interval_not_supported",
        "message": "O Pix Automático só debita por semana, mês, 3, 6 ou 12 meses, ou ano.",
        "param": "offer_id",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "recurring_item_must_be_alone": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "recurring_item_must_be_alone",
        "message": "Um link de assinatura tem a oferta recorrente como único item.",
        "param": "items.1.offer_id",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_payment_link_id": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_payment_link_id",
        "message": "O id do link de pagamento é inválido.",
        "param": "paymentLinkId",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "payment_link_not_found": {
    "status": 404,
    "body": {
      "error": {
        "type": "not_found_error",
        "code": "payment_link_not_found",
        "message": "Link de pagamento não encontrado.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_logo": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_logo",
        "message": "O logotipo precisa ser uma imagem PNG, JPEG ou WebP de até 128 KiB, com lados de 32 a 2.048 pixels.",
        "param": "data",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_api_client_name": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_api_client_name",
        "message": "O nome do cliente de API não pode ficar em branco.",
        "param": "name",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "api_client_limit_reached": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "api_client_limit_reached",
        "message": "A conta já tem 100 clientes de API ativos.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_api_client_id": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_api_client_id",
        "message": "O id do cliente de API é inválido.",
        "param": "apiClientId",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "api_client_not_found": {
    "status": 404,
    "body": {
      "error": {
        "type": "not_found_error",
        "code": "api_client_not_found",
        "message": "Cliente de API não encontrado.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "api_client_revoked": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "api_client_revoked",
        "message": "O cliente de API foi revogado.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "last_owner": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "last_owner",
        "message": "A conta precisa de pelo menos um proprietário que possa entrar.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "user_already_exists": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "user_already_exists",
        "message": "Já existe um usuário com este e-mail e outra função.",
        "param": "email",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "user_limit_reached": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "user_limit_reached",
        "message": "A conta já tem 100 usuários.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_user_id": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_user_id",
        "message": "O id do usuário é inválido.",
        "param": "userId",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "user_not_found": {
    "status": 404,
    "body": {
      "error": {
        "type": "not_found_error",
        "code": "user_not_found",
        "message": "Usuário não encontrado.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_passkey_id": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_passkey_id",
        "message": "O id da chave de acesso é inválido.",
        "param": "passkeyId",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "passkey_not_found": {
    "status": 404,
    "body": {
      "error": {
        "type": "not_found_error",
        "code": "passkey_not_found",
        "message": "Chave de acesso não encontrada.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_webhook_url": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_webhook_url",
        "message": "Eventos não podem ser enviados a este endereço.",
        "param": "url",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "webhook_endpoint_limit_reached": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "webhook_endpoint_limit_reached",
        "message": "A conta já tem 16 endpoints de webhook.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_webhook_endpoint_id": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_webhook_endpoint_id",
        "message": "O id do endpoint de webhook é inválido.",
        "param": "webhookEndpointId",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "webhook_endpoint_not_found": {
    "status": 404,
    "body": {
      "error": {
        "type": "not_found_error",
        "code": "webhook_endpoint_not_found",
        "message": "Endpoint de webhook não encontrado.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_event_id": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_event_id",
        "message": "O id do evento é inválido.",
        "param": "eventId",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_subscription_id": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_subscription_id",
        "message": "O id da assinatura é inválido.",
        "param": "subscriptionId",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "event_not_found": {
    "status": 404,
    "body": {
      "error": {
        "type": "not_found_error",
        "code": "event_not_found",
        "message": "Evento não encontrado.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_invoice_id": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_invoice_id",
        "message": "O id da fatura é inválido.",
        "param": "invoiceId",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_payment_id": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_payment_id",
        "message": "O id do pagamento é inválido.",
        "param": "paymentId",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "payment_not_found": {
    "status": 404,
    "body": {
      "error": {
        "type": "not_found_error",
        "code": "payment_not_found",
        "message": "Pagamento não encontrado.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "refund_external_id_already_exists": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "refund_external_id_already_exists",
        "message": "Já existe uma devolução com este external_id.",
        "param": "external_id",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "payment_not_refundable": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "payment_not_refundable",
        "message": "Não há o que devolver deste pagamento.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "too_many_refunds": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "too_many_refunds",
        "message": "Este pagamento já teve 1.000 devoluções.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "refund_window_closed": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "refund_window_closed",
        "message": "O prazo de 90 dias para devolver este pagamento terminou.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "refund_amount_exceeds_payment": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "refund_amount_exceeds_payment",
        "message": "O valor passa do que resta do pagamento.",
        "param": "amount_minor",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_refund_id": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_refund_id",
        "message": "O id da devolução é inválido.",
        "param": "refundId",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "refund_not_found": {
    "status": 404,
    "body": {
      "error": {
        "type": "not_found_error",
        "code": "refund_not_found",
        "message": "Devolução não encontrada.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_cycles": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_cycles",
        "message": "O número de períodos deve ficar entre 2 e 999.",
        "param": "cycles",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_starts_on": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_starts_on",
        "message": "O primeiro débito deve ser de 5 a 365 dias a partir de hoje.",
        "param": "starts_on",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invalid_first_amount": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "invalid_first_amount",
        "message": "O valor do primeiro período não pode ser diferente quando há um dia de início.",
        "param": "first_amount_minor",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "recurring_offer_required": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "recurring_offer_required",
        "message": "Uma assinatura precisa de uma oferta recorrente.",
        "param": "offer_id",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "customer_tax_id_required": {
    "status": 400,
    "body": {
      "error": {
        "type": "invalid_request_error",
        "code": "customer_tax_id_required",
        "message": "O cliente precisa de um CPF ou CNPJ válido.",
        "param": "customer.tax_id",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "subscription_external_id_already_exists": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "subscription_external_id_already_exists",
        "message": "Já existe uma assinatura com este external_id.",
        "param": "external_id",
        "existing_id": "sub_019caec4-5d10-7b3e-9c21-4f6a8b7d2e90",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "subscriptions_unavailable": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "subscriptions_unavailable",
        "message": "O banco ainda não respondeu sobre o Pix Automático.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "subscription_not_found": {
    "status": 404,
    "body": {
      "error": {
        "type": "not_found_error",
        "code": "subscription_not_found",
        "message": "Assinatura não encontrada.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "subscription_code_not_available": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "subscription_code_not_available",
        "message": "A assinatura não tem código agora.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "subscription_already_ended": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "subscription_already_ended",
        "message": "A assinatura já terminou.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invoice_not_found": {
    "status": 404,
    "body": {
      "error": {
        "type": "not_found_error",
        "code": "invoice_not_found",
        "message": "Fatura não encontrada.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invoice_not_draft": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "invoice_not_draft",
        "message": "O valor só muda enquanto a fatura é um rascunho.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "subscription_amount_fixed": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "subscription_amount_fixed",
        "message": "O valor desta assinatura é fixo.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invoice_not_voidable": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "invoice_not_voidable",
        "message": "Esta fatura não pode mais ser anulada.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "route_not_found": {
    "status": 404,
    "body": {
      "error": {
        "type": "not_found_error",
        "code": "route_not_found",
        "message": "Este endereço não existe.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "subscription_not_incomplete": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "subscription_not_incomplete",
        "message": "A assinatura não espera mais pela autorização.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "invoice_not_open": {
    "status": 409,
    "body": {
      "error": {
        "type": "conflict_error",
        "code": "invoice_not_open",
        "message": "A fatura não está aberta.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  },
  "logo_not_found": {
    "status": 404,
    "body": {
      "error": {
        "type": "not_found_error",
        "code": "logo_not_found",
        "message": "Logotipo não encontrado.",
        "request_id": "req_019caeab-92a3-729f-9308-1bd3abc12e79"
      }
    }
  }
} as const

/** The error codes that each operation can answer with. */
export const codes = {
  "issueToken": [
    "oauth_invalid_request",
    "oauth_unsupported_grant_type",
    "oauth_invalid_scope",
    "oauth_invalid_client",
    "method_not_allowed",
    "request_timeout",
    "request_too_large",
    "misdirected_request",
    "oauth_too_many_requests",
    "headers_too_large",
    "oauth_temporarily_unavailable"
  ],
  "getAuthorizationServerMetadata": [
    "invalid_request",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getJwks": [
    "invalid_request",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getWebhookJwks": [
    "invalid_request",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getHealth": [
    "invalid_request",
    "method_not_allowed",
    "request_timeout",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getAccount": [
    "invalid_request",
    "missing_access_token",
    "invalid_access_token",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getBankConnection": [
    "invalid_request",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "connectBank": [
    "invalid_request",
    "invalid_bank_address",
    "invalid_certificate",
    "certificate_mismatch",
    "invalid_pkcs12",
    "pkcs12_iterations_exceeded",
    "unknown_bank_profile",
    "invalid_profile_value",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "bank_refused",
    "bank_unavailable",
    "bank_connection_limit_reached",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "disconnectBank": [
    "invalid_request",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "bank_not_connected",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "testBankConnection": [
    "invalid_request",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "bank_not_connected",
    "idempotency_key_reused",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "listBankProfiles": [
    "invalid_request",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "listCustomers": [
    "invalid_request",
    "invalid_cursor",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "createCustomer": [
    "invalid_request",
    "invalid_customer_name",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "customer_email_already_exists",
    "idempotency_key_reused",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "exportCustomers": [
    "invalid_request",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getCustomer": [
    "invalid_request",
    "invalid_customer_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "customer_not_found",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "updateCustomer": [
    "invalid_request",
    "invalid_customer_id",
    "invalid_customer_name",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "customer_not_found",
    "method_not_allowed",
    "request_timeout",
    "customer_email_already_exists",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "eraseCustomer": [
    "invalid_request",
    "invalid_customer_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "customer_not_found",
    "method_not_allowed",
    "request_timeout",
    "idempotency_key_reused",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "listProducts": [
    "invalid_request",
    "invalid_cursor",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "createProduct": [
    "invalid_request",
    "invalid_product_name",
    "invalid_compare_at_amount",
    "billing_interval_required",
    "invalid_one_time_billing",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "idempotency_key_reused",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "exportProducts": [
    "invalid_request",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getProduct": [
    "invalid_request",
    "invalid_product_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "product_not_found",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "updateProduct": [
    "invalid_request",
    "invalid_product_id",
    "invalid_product_name",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "product_not_found",
    "method_not_allowed",
    "request_timeout",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "listOffers": [
    "invalid_request",
    "invalid_product_id",
    "invalid_cursor",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "product_not_found",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "createOffer": [
    "invalid_request",
    "invalid_product_id",
    "invalid_compare_at_amount",
    "billing_interval_required",
    "invalid_one_time_billing",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "product_not_found",
    "method_not_allowed",
    "request_timeout",
    "idempotency_key_reused",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getOffer": [
    "invalid_request",
    "invalid_offer_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "offer_not_found",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "updateOffer": [
    "invalid_request",
    "invalid_offer_id",
    "invalid_offer_name",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "offer_not_found",
    "method_not_allowed",
    "request_timeout",
    "default_offer_cannot_be_disabled",
    "inactive_offer_cannot_be_default",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "archiveOffer": [
    "invalid_request",
    "invalid_offer_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "offer_not_found",
    "method_not_allowed",
    "request_timeout",
    "default_offer_cannot_be_disabled",
    "idempotency_key_reused",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "listCheckouts": [
    "invalid_request",
    "invalid_cursor",
    "invalid_customer_id",
    "invalid_external_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "createCheckout": [
    "invalid_request",
    "invalid_offer_id",
    "invalid_customer_id",
    "invalid_external_id",
    "invalid_success_url",
    "invalid_cancel_url",
    "recurring_checkout_not_supported",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "offer_not_found",
    "customer_not_found",
    "method_not_allowed",
    "request_timeout",
    "checkout_external_id_already_exists",
    "idempotency_key_reused",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getCheckout": [
    "invalid_request",
    "invalid_checkout_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "checkout_not_found",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getCheckoutPage": [
    "invalid_request",
    "invalid_checkout_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "checkout_not_found",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getCheckoutPix": [
    "invalid_request",
    "invalid_checkout_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "checkout_not_found",
    "method_not_allowed",
    "request_timeout",
    "checkout_not_open",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "createCartCheckout": [
    "invalid_request",
    "invalid_offer_id",
    "invalid_customer_id",
    "invalid_customer_name",
    "invalid_external_id",
    "invalid_success_url",
    "invalid_cancel_url",
    "invalid_cancel_at",
    "invalid_cart_amount",
    "cart_too_large",
    "recurring_checkout_not_supported",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "offer_not_found",
    "customer_not_found",
    "method_not_allowed",
    "request_timeout",
    "checkout_external_id_already_exists",
    "customer_email_already_exists",
    "idempotency_key_reused",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "listPaymentLinks": [
    "invalid_request",
    "invalid_cursor",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "createPaymentLink": [
    "invalid_request",
    "invalid_offer_id",
    "invalid_success_url",
    "invalid_cart_amount",
    "cart_too_large",
    "billing_interval_not_supported",
    "recurring_item_must_be_alone",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "offer_not_found",
    "method_not_allowed",
    "request_timeout",
    "idempotency_key_reused",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getPaymentLink": [
    "invalid_request",
    "invalid_payment_link_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "payment_link_not_found",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "updatePaymentLink": [
    "invalid_request",
    "invalid_payment_link_id",
    "invalid_success_url",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "payment_link_not_found",
    "method_not_allowed",
    "request_timeout",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getSettings": [
    "invalid_request",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "updateSettings": [
    "invalid_request",
    "invalid_success_url",
    "invalid_cancel_url",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "setLogo": [
    "invalid_request",
    "invalid_logo",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "deleteLogo": [
    "invalid_request",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "cancelCheckout": [
    "invalid_request",
    "invalid_checkout_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "checkout_not_found",
    "method_not_allowed",
    "request_timeout",
    "checkout_not_open",
    "idempotency_key_reused",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "listApiClients": [
    "invalid_request",
    "invalid_cursor",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "createApiClient": [
    "invalid_request",
    "invalid_api_client_name",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "api_client_limit_reached",
    "idempotency_key_reused",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getApiClient": [
    "invalid_request",
    "invalid_api_client_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "api_client_not_found",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "updateApiClient": [
    "invalid_request",
    "invalid_api_client_id",
    "invalid_api_client_name",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "api_client_not_found",
    "method_not_allowed",
    "request_timeout",
    "api_client_revoked",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "rotateApiClientSecret": [
    "invalid_request",
    "invalid_api_client_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "api_client_not_found",
    "method_not_allowed",
    "request_timeout",
    "api_client_revoked",
    "idempotency_key_reused",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "revokeApiClient": [
    "invalid_request",
    "invalid_api_client_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "api_client_not_found",
    "method_not_allowed",
    "request_timeout",
    "last_owner",
    "idempotency_key_reused",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "listUsers": [
    "invalid_request",
    "invalid_cursor",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "inviteUser": [
    "invalid_request",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "user_already_exists",
    "user_limit_reached",
    "idempotency_key_reused",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getUser": [
    "invalid_request",
    "invalid_user_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "user_not_found",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "removeUser": [
    "invalid_request",
    "invalid_user_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "user_not_found",
    "method_not_allowed",
    "request_timeout",
    "last_owner",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "updateUser": [
    "invalid_request",
    "invalid_user_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "user_not_found",
    "method_not_allowed",
    "request_timeout",
    "last_owner",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "deleteUserPasskey": [
    "invalid_request",
    "invalid_user_id",
    "invalid_passkey_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "user_not_found",
    "passkey_not_found",
    "method_not_allowed",
    "request_timeout",
    "last_owner",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "endUserSessions": [
    "invalid_request",
    "invalid_user_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "user_not_found",
    "method_not_allowed",
    "request_timeout",
    "idempotency_key_reused",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "listAccess": [
    "invalid_request",
    "invalid_cursor",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "listEmails": [
    "invalid_request",
    "invalid_cursor",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "listWebhookEndpoints": [
    "invalid_request",
    "invalid_cursor",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "createWebhookEndpoint": [
    "invalid_request",
    "invalid_webhook_url",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "webhook_endpoint_limit_reached",
    "idempotency_key_reused",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getWebhookEndpoint": [
    "invalid_request",
    "invalid_webhook_endpoint_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "webhook_endpoint_not_found",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "deleteWebhookEndpoint": [
    "invalid_request",
    "invalid_webhook_endpoint_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "webhook_endpoint_not_found",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "updateWebhookEndpoint": [
    "invalid_request",
    "invalid_webhook_endpoint_id",
    "invalid_webhook_url",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "webhook_endpoint_not_found",
    "method_not_allowed",
    "request_timeout",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "rotateWebhookEndpointSecret": [
    "invalid_request",
    "invalid_webhook_endpoint_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "webhook_endpoint_not_found",
    "method_not_allowed",
    "request_timeout",
    "idempotency_key_reused",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "testWebhookEndpoint": [
    "invalid_request",
    "invalid_webhook_endpoint_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "webhook_endpoint_not_found",
    "method_not_allowed",
    "request_timeout",
    "idempotency_key_reused",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "listWebhookDeliveries": [
    "invalid_request",
    "invalid_cursor",
    "invalid_webhook_endpoint_id",
    "invalid_event_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "listAuditEvents": [
    "invalid_request",
    "invalid_cursor",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "listEvents": [
    "invalid_request",
    "invalid_checkout_id",
    "invalid_subscription_id",
    "invalid_cursor",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getEvent": [
    "invalid_request",
    "invalid_event_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "event_not_found",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "listPayments": [
    "invalid_request",
    "invalid_cursor",
    "invalid_checkout_id",
    "invalid_subscription_id",
    "invalid_invoice_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getPayment": [
    "invalid_request",
    "invalid_payment_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "payment_not_found",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "createRefund": [
    "invalid_request",
    "invalid_payment_id",
    "invalid_external_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "payment_not_found",
    "method_not_allowed",
    "request_timeout",
    "refund_external_id_already_exists",
    "payment_not_refundable",
    "too_many_refunds",
    "refund_window_closed",
    "refund_amount_exceeds_payment",
    "idempotency_key_reused",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "search": [
    "invalid_request",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "listDailyTotals": [
    "invalid_request",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "listStatementEntries": [
    "invalid_request",
    "invalid_cursor",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "exportStatementEntries": [
    "invalid_request",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "listRefunds": [
    "invalid_request",
    "invalid_cursor",
    "invalid_payment_id",
    "invalid_checkout_id",
    "invalid_subscription_id",
    "invalid_invoice_id",
    "invalid_external_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "exportRefunds": [
    "invalid_request",
    "invalid_external_id",
    "invalid_payment_id",
    "invalid_checkout_id",
    "invalid_subscription_id",
    "invalid_invoice_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getRefund": [
    "invalid_request",
    "invalid_refund_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "refund_not_found",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "listSubscriptions": [
    "invalid_request",
    "invalid_cursor",
    "invalid_customer_id",
    "invalid_offer_id",
    "invalid_external_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "createSubscription": [
    "invalid_request",
    "invalid_offer_id",
    "invalid_customer_id",
    "invalid_customer_name",
    "invalid_external_id",
    "invalid_success_url",
    "invalid_cancel_url",
    "invalid_cycles",
    "invalid_starts_on",
    "invalid_first_amount",
    "recurring_offer_required",
    "billing_interval_not_supported",
    "customer_tax_id_required",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "offer_not_found",
    "customer_not_found",
    "method_not_allowed",
    "request_timeout",
    "subscription_external_id_already_exists",
    "customer_email_already_exists",
    "subscriptions_unavailable",
    "idempotency_key_reused",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getSubscription": [
    "invalid_request",
    "invalid_subscription_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "subscription_not_found",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getSubscriptionCode": [
    "invalid_request",
    "invalid_subscription_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "subscription_not_found",
    "method_not_allowed",
    "request_timeout",
    "subscription_code_not_available",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "cancelSubscription": [
    "invalid_request",
    "invalid_subscription_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "subscription_not_found",
    "method_not_allowed",
    "request_timeout",
    "subscription_already_ended",
    "idempotency_key_reused",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "listInvoices": [
    "invalid_request",
    "invalid_cursor",
    "invalid_subscription_id",
    "invalid_customer_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getInvoice": [
    "invalid_request",
    "invalid_invoice_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "invoice_not_found",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "updateInvoice": [
    "invalid_request",
    "invalid_invoice_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "invoice_not_found",
    "method_not_allowed",
    "request_timeout",
    "invoice_not_draft",
    "subscription_amount_fixed",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "voidInvoice": [
    "invalid_request",
    "invalid_invoice_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "invoice_not_found",
    "method_not_allowed",
    "request_timeout",
    "invoice_not_voidable",
    "idempotency_key_reused",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "sandboxPayCheckout": [
    "invalid_request",
    "invalid_checkout_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "checkout_not_found",
    "route_not_found",
    "method_not_allowed",
    "request_timeout",
    "checkout_not_open",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "sandboxDeclineCheckout": [
    "invalid_request",
    "invalid_checkout_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "checkout_not_found",
    "route_not_found",
    "method_not_allowed",
    "request_timeout",
    "checkout_not_open",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "sandboxExpireCheckout": [
    "invalid_request",
    "invalid_checkout_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "checkout_not_found",
    "route_not_found",
    "method_not_allowed",
    "request_timeout",
    "checkout_not_open",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "sandboxReversePayment": [
    "invalid_request",
    "invalid_payment_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "payment_not_found",
    "route_not_found",
    "method_not_allowed",
    "request_timeout",
    "payment_not_refundable",
    "too_many_refunds",
    "refund_amount_exceeds_payment",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "sandboxAuthorizeSubscription": [
    "invalid_request",
    "invalid_subscription_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "subscription_not_found",
    "route_not_found",
    "method_not_allowed",
    "request_timeout",
    "subscription_not_incomplete",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "sandboxRefuseSubscription": [
    "invalid_request",
    "invalid_subscription_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "subscription_not_found",
    "route_not_found",
    "method_not_allowed",
    "request_timeout",
    "subscription_not_incomplete",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "sandboxRevokeSubscription": [
    "invalid_request",
    "invalid_subscription_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "subscription_not_found",
    "route_not_found",
    "method_not_allowed",
    "request_timeout",
    "subscription_already_ended",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "sandboxPayInvoice": [
    "invalid_request",
    "invalid_invoice_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "invoice_not_found",
    "route_not_found",
    "method_not_allowed",
    "request_timeout",
    "invoice_not_open",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "sandboxFailInvoice": [
    "invalid_request",
    "invalid_invoice_id",
    "missing_access_token",
    "invalid_access_token",
    "insufficient_scope",
    "invoice_not_found",
    "route_not_found",
    "method_not_allowed",
    "request_timeout",
    "invoice_not_open",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getClock": [
    "invalid_request",
    "missing_access_token",
    "invalid_access_token",
    "route_not_found",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "advanceClock": [
    "invalid_request",
    "missing_access_token",
    "invalid_access_token",
    "route_not_found",
    "method_not_allowed",
    "request_timeout",
    "request_too_large",
    "misdirected_request",
    "too_many_requests",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getPaymentPage": [
    "invalid_request",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "actOnPaymentPage": [
    "invalid_request",
    "method_not_allowed",
    "request_timeout",
    "request_too_large",
    "misdirected_request",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getPaymentStatus": [
    "invalid_request",
    "checkout_not_found",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "streamPaymentStatus": [
    "invalid_request",
    "checkout_not_found",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getLogo": [
    "invalid_request",
    "logo_not_found",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getPaymentLinkPage": [
    "invalid_request",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "openPaymentLink": [
    "invalid_request",
    "method_not_allowed",
    "request_timeout",
    "request_too_large",
    "misdirected_request",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getSubscriptionPage": [
    "invalid_request",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "actOnSubscriptionPage": [
    "invalid_request",
    "method_not_allowed",
    "request_timeout",
    "request_too_large",
    "misdirected_request",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "receivePixCallback": [
    "invalid_request",
    "method_not_allowed",
    "request_timeout",
    "request_too_large",
    "misdirected_request",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "receiveMandateCallback": [
    "invalid_request",
    "method_not_allowed",
    "request_timeout",
    "request_too_large",
    "misdirected_request",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "receiveRecurringChargeCallback": [
    "invalid_request",
    "method_not_allowed",
    "request_timeout",
    "request_too_large",
    "misdirected_request",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "receivePixCallbackAtRoot": [
    "invalid_request",
    "method_not_allowed",
    "request_timeout",
    "request_too_large",
    "misdirected_request",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getDocs": [
    "invalid_request",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getContractJson": [
    "invalid_request",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getContractYaml": [
    "invalid_request",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "headers_too_large",
    "internal_error",
    "service_unavailable"
  ],
  "getMetrics": [
    "invalid_request",
    "route_not_found",
    "method_not_allowed",
    "request_timeout",
    "misdirected_request",
    "headers_too_large",
    "internal_error"
  ]
} as const
