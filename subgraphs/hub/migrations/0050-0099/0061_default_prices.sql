INSERT INTO operation_costs (operation, cost, unit, description) VALUES
  ('gateway.query', 10, 'call', 'Read in one of the apps'),
  ('gateway.mutation', 100, 'call', 'Change something in one of the apps'),
  ('document.send', 200, 'document', 'Send a document by e-mail'),
  ('document.pdf', 200, 'document', 'Make a document as PDF'),
  ('receipt.scan', 300, 'page', 'Read a receipt');
