// The accessors come from the model. A target has to have a file of its own for the plugin to be asked.
