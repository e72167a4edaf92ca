/* A plugin of a later version: behind abi comes what this one does not know. */
#include "ring/plugin.h"

const struct ho_plugin handoff_plugin = {.abi = HO_PLUGIN_ABI + 1, .name = (const char *)1};
