const { src, dataset } = document.currentScript
const options = {
  "expandResponses": "200,201",
  "payloadSampleIdx": 5,
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
        "main": "#0a6b51"
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
options.downloadUrls = ['yaml', 'json'].map((form) => ({
  title: 'openapi.' + form,
  url: dataset.contract + 'openapi.' + form,
}))
Redoc.init(new URL('document.json', src).href, options, document.getElementById('docs'))
