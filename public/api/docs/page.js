// Swagger UI for our own document. A pasted token is not stored, and no other host is contacted.
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
