#include "ring/plugin.h"

const struct ho_plugin handoff_plugin = {HO_PLUGIN_ABI, "no_open", ".x", NULL};
