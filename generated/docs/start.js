const { src, dataset } = document.currentScript
const { lang } = document.documentElement
const options = {
  "expandResponses": "200,201",
  "expandDefaultServerVariables": true,
  "payloadSampleIdx": 6,
  "jsonSamplesExpandLevel": 4,
  "schemasExpansionLevel": 1,
  "sortRequiredPropsFirst": true,
  "theme": {
    "spacing": {
      "sectionHorizontal": 28,
      "sectionVertical": 20
    },
    "fab": {
      "color": "#ffffff",
      "backgroundColor": "#0a6b51"
    },
    "colors": {
      "primary": {
        "main": "#0a6b51",
        "light": "#0a6b51"
      },
      "success": {
        "main": "#0a6b51"
      },
      "text": {
        "primary": "#16201c",
        "secondary": "#55635c"
      },
      "border": {
        "dark": "#dbe2dd",
        "light": "#f5f7f5"
      }
    },
    "sidebar": {
      "backgroundColor": "#f5f7f5",
      "textColor": "#16201c",
      "activeTextColor": "#0a6b51"
    },
    "rightPanel": {
      "backgroundColor": "#16201c"
    },
    "codeBlock": {
      "backgroundColor": "#0f1513"
    },
    "typography": {
      "fontSize": "15px",
      "fontFamily": "system-ui, -apple-system, \"Segoe UI\", Roboto, \"Helvetica Neue\", sans-serif",
      "headings": {
        "fontFamily": "system-ui, -apple-system, \"Segoe UI\", Roboto, \"Helvetica Neue\", sans-serif",
        "fontWeight": "650"
      },
      "code": {
        "fontFamily": "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
        "fontSize": "13.5px",
        "color": "#07543f",
        "backgroundColor": "#e4f2ec"
      },
      "links": {
        "color": "#0a6b51",
        "hover": "#07543f"
      }
    }
  }
}
const translations = { 'pt-BR': {
  "labels": {
    "enum": "Valores",
    "enumSingleValue": "Valor",
    "enumArray": "Itens",
    "default": "Padrão",
    "deprecated": "Obsoleto",
    "example": "Exemplo",
    "examples": "Exemplos",
    "recursive": "Recursivo",
    "arrayOf": "Lista de ",
    "webhook": "Evento",
    "const": "Valor",
    "noResultsFound": "Nenhum resultado",
    "download": "Baixar",
    "downloadSpecification": "Baixar o contrato OpenAPI",
    "responses": "Respostas",
    "callbackResponses": "Respostas do callback",
    "requestSamples": "Exemplos de requisição",
    "responseSamples": "Exemplos de resposta"
  },
  "words": {
    "Authorizations:": "Autorização:",
    "None": "Nenhuma",
    "Request Body schema: ": "Corpo da requisição: ",
    "Response Schema: ": "Corpo da resposta: ",
    " Response Headers ": " Cabeçalhos da resposta ",
    "Search...": "Buscar...",
    "Search": "Buscar",
    "Content type": "Tipo do conteúdo",
    "Example": "Exemplo",
    " Expand all ": " Expandir tudo ",
    " Collapse all ": " Recolher tudo ",
    "Copy": "Copiar",
    "Copied": "Copiado",
    "required": "obrigatório",
    "optional": "opcional",
    "Hide pattern": "Ocultar o padrão",
    "Show pattern": "Mostrar o padrão",
    "One of": "Um de",
    "Any of": "Qualquer um de",
    "characters": "caracteres",
    "items": "itens",
    "properties": "propriedades",
    "non-empty": "não vazio",
    "unique": "sem repetição",
    "[ items": "[ itens",
    " Array ": " Lista ",
    "additional property": "outra propriedade",
    "Payload": "Corpo",
    "No sample": "Sem exemplo",
    "Hide": "Ocultar",
    "Required scopes: ": "Escopos exigidos: ",
    "Flow type: ": "Tipo de fluxo: ",
    " Token URL: ": " URL de tokens: ",
    " Scopes: ": " Escopos: ",
    "HTTP Authorization Scheme: ": "Esquema de autorização HTTP: ",
    "Security Scheme Type: ": "Tipo do esquema de segurança: ",
    "License:": "Licença:",
    "API docs by Redocly": "Documentação por Redocly",
    "Loading ...": "Carregando...",
    " Deprecated ": " Obsoleto ",
    "property name": "nome da propriedade",
    "case 1": "caso 1",
    "case 2": "caso 2",
    "redocly logo": "logotipo da Redocly",
    "path Parameters": "Parâmetros de caminho",
    "query Parameters": "Parâmetros de consulta",
    "header Parameters": "Cabeçalhos da requisição",
    "expand": "expandir",
    "more": "mais",
    " or ": " ou ",
    "$1s$2": "$1$2",
    "collapse": "recolher"
  }
} }
options.labels = translations[lang]?.labels
globalThis.docsWords = translations[lang]?.words
options.downloadUrls = ['yaml', 'json'].map((form) => ({
  title: 'openapi.' + form,
  url: dataset.contract + 'openapi.' + form,
}))

// Redoc marks the current chapter in its menu without scrolling the menu to the mark.
function followReader() {
  const menu = document.querySelector('.menu-content .scrollbar-container')
  let last
  new MutationObserver(() => {
    const item = menu.querySelector('.active')
    const place = item?.getBoundingClientRect()
    // A mark is set before its part of the menu is opened. Once shown, the reader may leave it.
    if (!place?.height || item === last) return
    last = item
    const { top, bottom, height } = menu.getBoundingClientRect()
    const isSeen = place.top >= top && place.bottom <= bottom - height / 6
    if (!isSeen) menu.scrollTop += place.top - top - height / 3
  }).observe(menu, { subtree: true, childList: true, attributeFilter: ['class'] })
}

const place = document.getElementById('docs')
Redoc.init(new URL('document.' + lang + '.json', src).href, options, place, followReader)
