// Swagger UI on our own document. A pasted token lives as long as the page, and nobody else is asked anything.
globalThis.SwaggerUIBundle({
  dom_id: '#swagger-ui',
  url: '/api/openapi.json',
  validatorUrl: null,
  persistAuthorization: false,
  deepLinking: true,
  displayRequestDuration: true,
  showCommonExtensions: true,
  defaultModelsExpandDepth: 0,
})
