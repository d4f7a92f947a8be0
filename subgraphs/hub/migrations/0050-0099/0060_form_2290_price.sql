INSERT INTO operation_costs (operation, cost, unit, description) VALUES
  ('filing.submit', 2500, 'return', 'Submit a return of Form 2290');
