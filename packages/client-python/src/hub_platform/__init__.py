"""Client of the platform. Each app has a module: `from hub_platform.invoicer import InvoicerClient`."""
