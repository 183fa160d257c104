Redoc.init('/openapi.json', { hideLogo: true, nativeScrollbars: true }, document.getElementById('redoc'))
